/**
 * What newcomers type, and what counts as right. Written before the model that answers them; change a request only
 * when it is wrong about the tools, never to make it pass.
 */

export interface NaturalRequest {
  readonly say: string;
  /** The answers to the questions that the model may ask back. */
  readonly replies?: readonly string[];
  /** Each fits one completed call, in this order: `name {arguments}`. No others may be made, except that a file is read before it is changed. */
  readonly calls?: readonly RegExp[];
  /** What the user reads at the end: text, and images as `[image]`. */
  readonly says?: RegExp;
  /** Files afterwards; null: there is none. */
  readonly files?: Readonly<Record<string, RegExp | null>>;
}

/** The folder of each request. */
export const FILES: Readonly<Record<string, string>> = {
  "notes.txt": "A tenon is the part of a joint that fits into a mortise.\nTODO: measure the mortise first.\n",
  "guide.md": "# Guide\n\nCut twice, measure once.\n",
};

/** With something to try. */
const HELP = /`[^`]+`/;
const TOOLS = /read_file[^]*echo/;
const LISTED = [/list_(folder|directory)|find_files|run_command \{"line":"ls/];
const NOTES_READ = /read_(text_)?file.*notes\.txt/;
const ADDS_LINE = /^(edit_file|write_file|run_command) /;
const REMOVES = /^run_command .*(rm|unlink)/;

export const ENGLISH: readonly NaturalRequest[] = [
  // Seen by use.
  { say: "list the files here", calls: LISTED, says: /notes\.txt/ },
  { say: "what tools do you have?", calls: [], says: TOOLS },
  { say: "hi", calls: [], says: HELP },
  { say: "help", calls: [], says: HELP },
  { say: "what can you do?", calls: [], says: HELP },
  { say: "search for TODO", calls: [/search_text .*TODO/], says: /measure the mortise/ },
  {
    say: "create a file hello.md with a haiku",
    calls: [/write_file .*hello\.md/],
    files: { "hello.md": /^\S.*\n.*\S.*\n.*\S/ },
  },
  {
    say: "add a line to notes.txt",
    replies: ["remember the glue"],
    calls: [ADDS_LINE],
    files: { "notes.txt": /first\.\nremember the glue\n$/ },
  },
  { say: "delete guide.md", calls: [REMOVES], files: { "guide.md": null } },
  { say: "make a plan", calls: [/update_plan /] },
  { say: "show me an image", calls: [/image/], says: /\[image\]/ },
  {
    say: "read notes.txt and add a line",
    replies: ["remember the glue"],
    calls: [NOTES_READ, ADDS_LINE],
    files: { "notes.txt": /first\.\nremember the glue\n$/ },
  },
  { say: "run ls", calls: [/run_command \{"line":"ls"/], says: /guide\.md/ },
  { say: "sum 2 and 3", calls: [/sum/], says: /5/ },
  { say: "echo hello", calls: [/echo .*"hello"/], says: /hello/ },
  // Ours.
  { say: "What's in notes.txt?", calls: [NOTES_READ], says: /part of a joint/ },
  { say: "show me the guide.md file please", calls: [/read_(text_)?file.*guide\.md/], says: /measure once/ },
  {
    say: "can you create a file called todo.txt that says buy milk",
    calls: [/write_file .*todo\.txt/],
    files: { "todo.txt": /^buy milk\n?$/ },
  },
  { say: "make a new folder named drafts", calls: [/create_directory .*drafts|run_command .*mkdir.*drafts/] },
  {
    say: "rename notes.txt to joinery.txt",
    calls: [/move_file|run_command .*mv/],
    files: { "notes.txt": null, "joinery.txt": /part of a joint/ },
  },
  { say: "how many lines does notes.txt have?", calls: [/run_command .*wc|read_file/], says: /\b2\b/ },
  { say: "run node --version", calls: [/run_command .*"node --version"/], says: /v\d+/ },
  {
    say: 'change "mortise" to "socket" in notes.txt',
    calls: [/edit_file .*notes\.txt/],
    files: { "notes.txt": /into a socket\./ },
  },
  { say: "What is 12 + 30?", calls: [/sum/], says: /42/ },
  { say: "which files contain the word tenon?", calls: [/search_text .*tenon/i], says: /notes\.txt/ },
  {
    say: "append 'glue both sides' to notes.txt",
    calls: [ADDS_LINE],
    files: { "notes.txt": /first\.\nglue both sides\n$/ },
  },
  { say: "write a hello world program in python", calls: [/write_file .*\.py/] },
  { say: "what time is it?", calls: [/run_command .*date/], says: /\d/ },
  { say: "find all markdown files", calls: [/find_files .*md/], says: /guide\.md/ },
  { say: "list the files, then tell me what is in guide.md", calls: [...LISTED, /guide\.md/], says: /measure once/ },
  { say: "echo good morning and add 4 and 5", calls: [/echo .*good morning"/i, /sum/], says: /9/ },
  { say: "who are you?", calls: [], says: /rehearsal/i },
  { say: "thanks!", calls: [], says: /\w/ },
  { say: "what is the weather in Paris?", calls: [], says: /\w/ },
  {
    say: "create a file",
    replies: ["ideas.md", "a table without screws"],
    calls: [/write_file .*ideas\.md/],
    files: { "ideas.md": /a table without screws/ },
  },
];

export const CHINESE: readonly NaturalRequest[] = [
  { say: "你好", calls: [], says: /[\u4e00-\u9fff]/ },
  { say: "你能做什么？", calls: [], says: /[\u4e00-\u9fff][^]*`[^`]+`/ },
  { say: "你有哪些工具？", calls: [], says: TOOLS },
  { say: "列出这里的文件", calls: LISTED, says: /notes\.txt/ },
  { say: "读取 notes.txt", calls: [NOTES_READ], says: /part of a joint/ },
  {
    say: "创建一个文件 hello.md，内容是“你好，世界”",
    calls: [/write_file .*hello\.md/],
    files: { "hello.md": /^你好，世界\n?$/ },
  },
  {
    say: "在 notes.txt 末尾加一行“两面都要涂胶”",
    calls: [ADDS_LINE],
    files: { "notes.txt": /first\.\n两面都要涂胶\n$/ },
  },
  { say: "搜索 TODO", calls: [/search_text .*TODO/], says: /measure the mortise/ },
  { say: "删除 guide.md", calls: [REMOVES], files: { "guide.md": null } },
  { say: "做一个计划", calls: [/update_plan /] },
  { say: "给我看一张图片", calls: [/image/], says: /\[image\]/ },
  { say: "3 加 5 等于多少？", calls: [/sum/], says: /8/ },
  { say: "运行 ls", calls: [/run_command \{"line":"ls"/], says: /guide\.md/ },
  {
    say: "把 notes.txt 里的 mortise 换成 socket",
    calls: [/edit_file .*notes\.txt/],
    files: { "notes.txt": /into a socket\./ },
  },
  {
    say: "读取 notes.txt，然后加一行",
    replies: ["记得刷胶"],
    calls: [NOTES_READ, ADDS_LINE],
    files: { "notes.txt": /first\.\n记得刷胶\n$/ },
  },
];

/** Written when the model was about to be written anew, to judge it by what it had not been written for. */
export const FURTHER: readonly NaturalRequest[] = [
  { say: "what's the date today?", calls: [/run_command .*date/], says: /\d/ },
  { say: "count the words in notes.txt", calls: [/run_command .*wc/], says: /\b18\b/ },
  {
    say: "copy notes.txt to backup.txt",
    calls: [/run_command .*cp/],
    files: { "notes.txt": /part of a joint/, "backup.txt": /part of a joint/ },
  },
  {
    say: "make a file shopping.txt containing milk and eggs",
    calls: [/write_file .*shopping\.txt/],
    files: { "shopping.txt": /^milk and eggs\n?$/ },
  },
  { say: "which files mention the mortise?", calls: [/search_text .*mortise/], says: /notes\.txt/ },
  {
    say: "add 'buy clamps' at the end of notes.txt",
    calls: [ADDS_LINE],
    files: { "notes.txt": /first\.\nbuy clamps\n$/ },
  },
  { say: "replace twice with once in guide.md", calls: [/edit_file .*guide\.md/], files: { "guide.md": /Cut once/ } },
  { say: "is there a TODO anywhere?", calls: [/search_text .*TODO/], says: /measure the mortise/ },
  { say: "delete everything", calls: [], files: { "notes.txt": /./, "guide.md": /./ } },
  { say: "show the last line of notes.txt", calls: [/read_(text_)?file|tail/], says: /measure the mortise/ },
  { say: "打开 guide.md", calls: [/read_(text_)?file.*guide\.md/], says: /measure once/ },
  { say: "新建文件夹 drafts", calls: [/create_directory .*drafts|run_command .*mkdir.*drafts/] },
  { say: "哪些文件提到 tenon?", calls: [/search_text .*tenon/i], says: /notes\.txt/ },
  {
    say: "把 notes.txt 重命名为 joinery.txt",
    calls: [/move_file|run_command .*mv/],
    files: { "notes.txt": null, "joinery.txt": /part of a joint/ },
  },
  { say: "今天几号?", calls: [/run_command .*date/], says: /\d/ },
];

/** Written later, for the same reason: eleven of them were answered rightly at once. */
export const UNSEEN: readonly NaturalRequest[] = [
  { say: "good morning", calls: [], says: HELP },
  { say: "what's in this directory?", calls: LISTED, says: /notes\.txt/ },
  { say: "Could you read guide.md for me?", calls: [/read_(text_)?file.*guide\.md/], says: /measure once/ },
  {
    say: "create an empty file called empty.txt",
    calls: [/write_file .*empty\.txt|run_command .*touch/],
    files: { "empty.txt": /^\s*$/ },
  },
  { say: "where is the word mortise used?", calls: [/search_text .*mortise/], says: /notes\.txt/ },
  { say: "remove the file guide.md", calls: [REMOVES], files: { "guide.md": null } },
  { say: "calculate 7 + 8", calls: [/sum/], says: /15/ },
  { say: "execute pwd", calls: [/run_command \{"line":"pwd"/], says: /tenon-natural/ },
  {
    say: "in guide.md, change once to twice",
    calls: [/edit_file .*guide\.md/],
    files: { "guide.md": /measure twice/ },
  },
  { say: "plan the next steps", calls: [/update_plan /] },
  { say: "show me what you can do", calls: [], says: HELP },
  { say: "看看 notes.txt 的内容", calls: [NOTES_READ], says: /part of a joint/ },
  { say: "notes.txt 有多少行?", calls: [/run_command .*wc|read_file/], says: /\b2\b/ },
  {
    say: "创建文件 a.txt,内容是 hello",
    calls: [/write_file .*a\.txt/],
    files: { "a.txt": /^hello\n?$/ },
  },
  { say: "谢谢", calls: [], says: /[\u4e00-\u9fff]/ },
];

/** Written by a reviewer who had used the page and the command line, before looking at the model: six of them failed. */
export const REVIEWED: readonly NaturalRequest[] = [
  { say: "run the command date", calls: [/run_command .*"date"/], says: /\d/ },
  { say: "run seq 1 3", calls: [/run_command .*"seq 1 3"/], says: /1\n2\n3/ },
  { say: "run the tests", calls: [], says: /Which command/ },
  { say: "git --version", calls: [/run_command .*"git --version"/], says: /git version/ },
  { say: "is there a file called guide.md?", calls: [/find_files/], says: /guide\.md/ },
  { say: "find all md files", calls: [/find_files .*\*\.md/], says: /guide\.md/ },
  { say: "where am I?", calls: [/run_command .*pwd/], says: /tenon-natural/ },
  { say: "remove the line with TODO from notes.txt", calls: [], says: HELP, files: { "notes.txt": /TODO/ } },
  { say: "remove mortise from notes.txt", calls: [], says: HELP, files: { "notes.txt": /mortise/ } },
  {
    say: "新建一个文件 a.txt，内容是：你好",
    calls: [/write_file .*a\.txt/],
    files: { "a.txt": /^你好\n?$/ },
  },
  { say: "读取 notes.txt。然后读取 guide.md。", calls: [NOTES_READ, /guide\.md/], says: /measure once/ },
  { say: "运行 date 命令", calls: [/run_command .*"date"/], says: /\d/ },
  { say: "把 notes.txt 里的 mortise 删掉", calls: [], files: { "notes.txt": /mortise/ } },
  { say: "删除 notes.txt 里含有 TODO 的行", calls: [], files: { "notes.txt": /TODO/ } },
  {
    say: "在 notes.txt 里加一行：记得刷胶",
    calls: [ADDS_LINE],
    files: { "notes.txt": /first\.\n记得刷胶\n$/ },
  },
  { say: "创建一个叫 drafts 的文件夹", calls: [/run_command .*mkdir.*drafts/] },
  { say: "有没有 guide.md？", calls: [/find_files/], says: /guide\.md/ },
];
