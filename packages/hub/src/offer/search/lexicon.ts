/**
 * How people say things, and how the authors of tools say them. Plain data.
 *
 * A line reads: the phrases of a request (with commas): the words a fitting tool would have. Words after `~` are
 * further away, and `pull+request` is the two side by side in a tool's name. A word always also means itself, and a phrase that is found takes its words with it: the `get` of
 * `get rid of` asks for nothing. Forms of a word (plural, -ing, -ed) need no entry of their own.
 */

export const lexicon: Readonly<Record<string, string>> = {
  looking: `
    show, see, view, display, look at, have a look at, have a look, take a look at, inspect, examine: get read view list ~show describe
    open: open read ~get navigate
    print, output, cat: read get print
    tell me, give me, let me know, find out: ~get
    what is in, what's in, what is inside, contents of, content of: list read contents ~get
    say, says: ~read get message
    list, enumerate, go through, which ones: list ~get
    overview, laid out, layout, structure, organised, organized, hierarchy, tree: tree list ~describe structure
    detail, details, more about, info, information, metadata, properties of: get info details describe metadata ~retrieve
    find, look for, locate, where is, where are, where's, hunt for, grep: search find ~query list
    search, search for: search find ~query
    look up, lookup: find search get query ~retrieve resolve
    how many, number of, amount of: count ~number
    how big, how large, how heavy, how much space, space, disk usage, bytes: size sizes storage ~stats info
    how long, slow, sluggish, lag, laggy, bottleneck, speed, faster, performance: performance ~trace explain profile
    compare, difference, differ, what changed, what has changed, changed: diff compare ~changes status show
    status, state, what is going on: status ~state list
    history, happened, happening, lately, recently, so far: history log ~recent logs
    latest, newest, most recent, up to date, last: latest recent ~log history
    who wrote, who changed, who did, whose, author, written by, to blame: blame author authorship ~log
    who am i, logged in as, signed in as, myself, my account, my profile: self user me current whoami
    people, member, team, colleague, user, person: user member ~users
    let in, let into, onboard, bring on board: invite add member ~approve
    get, fetch, retrieve, obtain, give: get fetch retrieve read ~list
    check, verify, is there, are there: ~get check list search status
    explain, why, reason for: explain ~describe
    describe: describe ~get explain
    all, every, everything, whole, entire, complete: ~all list entire multiple many
    several, multiple, both: ~multiple many
  `,
  making: `
    make, create, new, set up, generate: create new add ~insert post make init
    add: add create ~insert append post
    write, write up, write down, draft, compose: write create ~post update
    save, store, keep, persist: save write store ~export create
    put, put into, insert, place, enter: insert add put ~write create move
    append, add to the end, put at the end: append add push ~insert
    copy, duplicate, replicate: copy clone duplicate
    download, get a copy: download fetch ~clone pull get
    upload, attach, send a file: upload attach ~file push
    start, begin, launch, kick off, initiate: start begin launch ~trigger run init
    run, execute, eval: run execute evaluate ~start
    set, assign: set update
    draw, plot, chart, graph, diagram: chart graph draw diagram plot
    send, deliver, submit: send post ~push submit
    post, publish: post publish create ~push send
    compress, zip, zip up, pack, shrink: compress gzip zip archive compression
    unzip, extract, unpack, decompress: extract decompress unzip
    convert, turn into, transform: convert transform
    import, load: import load
    export, dump, save to a file, write to a file: export ~save write
    build, compile: build compile
    install: install add
    deploy, ship, roll out: deploy release
    schedule: schedule create ~reminder event
    remind, reminder: create task reminder ~event schedule
    book, reserve: book create ~event
    i want a, i need a, we need a, i would like a: create new add
  `,
  changing: `
    change, modify, edit, adjust, correct, tweak, amend, revise, fix: edit update change modify ~patch set
    update: update edit patch modify ~set
    rewrite, reword, rephrase: update edit write replace
    replace, substitute, swap, instead of: replace edit update
    rename, new name: rename move ~name
    move, relocate, transfer, shift, put under: move ~rename
    switch, switch to, change to: switch select checkout ~set
    undo, revert, roll back, rollback, take back: reset revert undo ~restore checkout
    restore, recover, get back, bring back, lost: restore recover recovering lost ~reflog undo history
    turn on, turn off, switch on, switch off, enable, disable, activate, deactivate: toggle enable disable set
    resize, bigger, smaller, scale: resize size ~viewport
    sort, order by: sort
    merge, combine, bring together, integrate: merge combine integrate ~join
    join, attach to, link: link join ~connect
    label, flag: tag label ~update
    mark, mark as: update set ~tag label
    approve, say yes to, sign off, looks good to me: approve accept review ~confirm
    reject, refuse, say no to, turn down: reject deny decline
    solved, resolved, finished, is fixed, is done: resolve close complete ~update
    assign to, hand over, hand over to, give to, responsible: assign ~member owner
    archive, put away: archive
    pin, bookmark, favourite, favorite, star: pin bookmark star favorite
    expire, expires, time out, ttl, go away after: expire expiration ttl
    protect, lock down: protect lock ~permission
  `,
  removing: `
    delete, remove, erase, get rid of, throw away, throw out, wipe, trash, discard, purge, take out, clear out, kill: delete remove drop clear ~clean discard
    drop: drop delete remove
    block, ban, lock out, kick out, throw out: revoke remove block disable ~ban
    clean, clean up, tidy, tidy up: clean remove ~delete clear
    forget: delete remove forget ~memory entities observations
    stop, halt, quit, that's it, abort, end: stop cancel abort ~close end
    cancel, call off: stop cancel abort delete ~close end
    close, shut, shut down, exit: close ~stop disconnect
    disconnect, log out, sign out, hang up: disconnect close logout
    empty, reset, start over: reset clear ~empty
  `,
  files: `
    folder, dir, directory, subfolder: directory folder ~path
    file: file ~path
    document, doc: document file ~page
    picture, photo, image, pic, icon: image picture media ~screenshot photo
    audio, sound, music, song: audio media
    movie, clip, video: video media
    permission, allowed, access, permitted: allowed permission access
    project, codebase, source tree: ~project directory repository files
    glob, wildcard, pattern: pattern glob
    path, location: path
    line: line ~lines
    json, yaml, csv, xml: ~format file
    pdf: pdf document
    spreadsheet, excel, sheet, cell: sheet spreadsheet excel ~cell table
    slide, presentation, powerpoint, deck: slide presentation
    word count, characters: count
    terminal, shell, command line, bash, command: command shell terminal execute ~run
    process, program: process ~run
    environment, env, env var, environment variable: environment env variable
    log, logs, log file, complaining, complain, warnings: logs log events ~messages logging
  `,
  web: `
    site, website, web page, webpage, homepage, web site: page browser web ~url site
    page: page ~browser
    tab: tab page ~browser
    browser, chrome, firefox: browser page
    link, address, web address: url link
    go to, visit, browse to, head to, navigate: navigate go ~open url page
    click, click on, tap, press the button, push the button: click ~press element
    button, menu, checkbox, icon, widget: element ~click button
    press, hit: press click ~key
    key, keyboard, shortcut, hotkey, escape, return key, arrow key: key press ~keyboard
    type, type in, fill in, fill out, key in: type fill ~input text
    field, text box, textbox, input, box: input fill field ~type element
    form, sign up, sign-up, log in, login, register: form fill ~input
    dropdown, drop-down, choose, pick, select: select option ~choose fill
    popup, pop-up, popped up, alert, confirm, prompt, dialogue: dialog ~handle accept
    say ok, say yes, agree, accept, confirm it: accept ~dialog handle
    mouse over, hover: hover
    drag, pull over, drag and drop: drag drop
    console, javascript error, js error, error message, errors, error: console error messages ~errors logs
    request, api call, response, http, xhr, ajax, traffic, endpoint: request network ~requests response
    mobile, phone, tablet, screen size, responsive, iphone, android: resize viewport emulate device mobile ~window
    dark mode, light mode, theme, night mode: color scheme dark emulate ~media
    3g, 4g, slow connection, slow network, offline, throttle, bandwidth: network emulate throttling conditions
    pretend, simulate, fake, mock, imitate, act as if: emulate simulate simulated ~mock
    screenshot, screen shot, screen capture, picture of the page, looks like: screenshot ~snapshot capture
    look, looks, appearance: ~screenshot snapshot style
    record, film, video of, screencast, filming, recording: record recording screencast video
    accessibility, a11y, screen reader, blind, disabled people: accessibility a11y audit
    seo, search engine: seo audit
    quality, how good, score, rating: audit score ~lighthouse
    memory leak, leak, heap: heap memory snapshot leak
    colour: color css style
    css, style, stylesheet, color, font, margin, padding: css style styles ~rule
    wait, wait until, wait for, until: wait ~appear
    refresh, reload: reload refresh navigate
    previous page, go back, back, forward: back navigate ~history previous
    javascript, js, script, snippet, code: javascript script code evaluate ~function
    search the web, search online, google, google for, look online, on the internet: search web
    keep an eye on, keep track of, watch, monitor: monitor ~watch check
    scrape, crawl: scrape crawl extract fetch
    visible, can you see, what do you see: snapshot ~screenshot
    text: text ~content
    window: window page ~resize
  `,
  git: `
    repo, repository: repository git ~repo
    commit, check in: commit ~git
    stage, ready to commit, ready for commit: stage add staging
    uncommitted, unstaged, modified, pending, dirty: status unstaged ~diff changes modified
    untracked, not tracked: untracked clean ~status
    change, changes: changes change ~diff
    branch: branch ~git
    check out, checkout: checkout switch
    push, publish: push ~remote
    pull: pull ~remote
    origin, upstream, remote, github, gitlab: remote git ~repository
    version control, source control, vcs, under git: git repository init ~version
    version, release: version release tag
    shelve, stash, put aside, aside, set aside, unfinished: stash ~save
    at the same time, in parallel: parallel multiple ~worktree
    pull request, pr, prs: pull+request ~merge+request
    merge request, mr: merge+request ~pull+request
    open a pull request, open a pr: create pull+request ~merge+request
    open a merge request, open an mr: create merge+request ~pull+request
    issue, ticket, bug: issue ticket
    open a bug, open a ticket, open an issue, file a bug, file a ticket, report a bug, raise a ticket: create issue ~ticket
    reviewer: review reviews ~comments
    ci, continuous integration, pipeline: pipeline build ~workflow job
    green, passing, checks: status checks ~passing pipeline
    broke, break, broken, fail, failure: failure failed ~logs error status
    previous version, version before, last good version: rollback revert ~version
    mistake, valid, validate: validate check ~fix
    conflict: merge conflict
    clone: clone repository
    line by line: line blame
  `,
  databases: `
    db, database: database db
    mongo: mongodb
    table: table collection database ~source
    collection: collection
    row, record, entry, customer, order, product: document record row ~collection entry
    column, attribute, fields: field property schema column mapping ~attribute
    schema, shape, data model: schema describe ~structure
    index, lookup, lookups: index indexes ~search
    query: query ~find search
    average, mean, group by, grouped, breakdown: aggregate aggregation ~statistics
    sum, plus, total, add up, add together, minus, times, calculate: sum add calculate ~number aggregate
    statistics, stats, metric, numbers: stats statistics ~metrics
    connect, connection, connection string: connect connection
    query plan, execution plan, slow query: explain plan query optimizer
    matching, where, whose: ~filter query find match
    overdue, due, open tasks: ~query filter
    task, todo, to-do: task ~item page query
    to-do list, todo list: task project ~list
    tick off, tick it off, check off, mark as done, mark it as done: close complete ~task
    tracker, board, kanban: ~database source board query
  `,
  knowledge: `
    remember, keep in mind, note down, memorise, memorize, take a note, don't forget, do not forget: create add memory ~entities observations knowledge store
    do you remember, what do you know, you know about: search memory knowledge ~nodes read graph
    remembered, memory, memories, facts: memory knowledge graph
    depends on, belongs to, related to, relationship: relation relations ~link
    docs, documentation, manual, reference, guide, handbook: documentation docs ~library query page knowledge
    how do i, how to use, how do you use, how does one, example of: docs documentation ~library query example
    package, library, framework, module, npm: library package ~dependency
    think, think through, reason, ponder, work out, step by step, reflect: thinking thought reasoning step ~sequential problem
    plan: plan ~task
    research, investigate, study: research search
    note, notes, wiki: note page ~notes comment
    paragraph, heading, section: block paragraph content ~page
    title: title ~name page
    remark, comment, reply, feedback, opinion: comment comments
    repeat, repeat after me, echo, say back: echo repeat
    logo: logo image ~icon
    little, small, tiny: tiny small
    finding, insight: insight finding ~detail analyze
    analyse, analyze, analysis: analyze analysis
  `,
  services: `
    mail, email, e-mail: email mail
    message, chat, dm, ping: message send ~chat
    tell, inform, notify: send post message comment ~reply
    what was said, what did people say, what did they say, what have people written: messages comments history ~replies
    channel, slack: channel
    thread: thread ~replies message
    weather, rain, temperature, forecast: weather forecast
    time, clock, timezone, what time: time ~timezone date
    date, today, tomorrow: date time
    meeting, appointment, calendar, event, standup, offsite, lunch, dinner: event calendar meeting
    monday, tuesday, wednesday, thursday, friday, saturday, sunday, next week, o'clock: ~event calendar date due
    i'm coming, i'll be there, i can't make it, rsvp, decline, invitation, invite: respond ~invitation event accept
    free, busy, available: freebusy free busy ~availability
    map, route, directions, way to, how do i get from, how do i get to: map route directions
    how far, how long is it, by car, by train, by bus, by bike, by metro, on foot: distance directions ~travel route
    how high, altitude, above the sea, above sea level: elevation ~altitude height
    place, nearby, around here, near here, restaurant, hotel, cafe, pharmacy, address of: place local location ~search
    price, cost, stock, quote: price quote stock
    translate: translate
    summarise, summarize, sum up: summarize summary
    container, docker: container docker
    pod, kubernetes, k8s: pod kubernetes cluster
    cluster: cluster kubernetes ~context kubectl
    stuck, hangs, crashing, won't start: describe logs status ~events
    maintenance: drain ~node cordon
    reachable, expose, tunnel: port forward ~expose
    secret, password, token, key vault: secret
    news, headline: news
    paper, article, publication: paper article
    design, mockup: design figma
  `,
};
