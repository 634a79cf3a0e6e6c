/** What the rehearsal model says, in each of its languages. */
export const TEXTS = {
  en: {
    who: "I am the rehearsal model: I need no key and no network, and match words to tools. Try one of these:",
    welcome: "You are welcome.",
    tools: (count: number) => `${count} tools:`,
    own: "built in",
    noneFits: (asked: string) => `I have no tool for “${asked}”. Try one of these:`,
    done: "Done.",
    failed: "Not done:",
    stopped: "I skipped the rest.",
    tooMany: (count: number, most: number) =>
      `I read this as ${count} requests and handle at most ${most} at a time, so I did nothing. Put text that is not a request in quotation marks.`,
    forgotten:
      "The conversation was compacted during this turn, so I no longer know which parts I finished. Please ask again for what is missing.",
    more: (count: number) => `… (${count} more characters)`,
    ask: (name: string) => `Which ${name}?`,
    questions: {
      path: "Which file?",
      destination: "To which file?",
      text: "What should it say?",
      content: "What should it say?",
      line: "Which command?",
      pattern: "What should I look for?",
    } as Readonly<Record<string, string>>,
    // All of them work in any folder, with the agent's own tools alone.
    suggestions: [
      "what tools do you have?",
      "list the files",
      "make a plan",
      "search for TODO",
      "what time is it?",
      "help",
    ],
    plan: ["Read what is there", "Change it", "Check the result"],
    haiku: "Chisel, tenon, glue:\nthe mortise waits in silence,\nthen the joint is one.\n",
  },
  zh: {
    who: "我是排练模型：不需要密钥和网络，按词语匹配工具。可以试试：",
    welcome: "不客气。",
    tools: (count: number) => `共 ${count} 个工具：`,
    own: "内置",
    noneFits: (asked: string) => `没有适合“${asked}”的工具。可以试试：`,
    done: "完成。",
    failed: "没有完成：",
    stopped: "没有继续后面的请求。",
    tooMany: (count: number, most: number) =>
      `这里有 ${count} 个请求，一次最多 ${most} 个，所以什么都没有做。不是请求的文字请放在引号里。`,
    forgotten: "对话在这一轮中被缩短了，我不知道已经做了什么。请再说一次还缺什么。",
    more: (count: number) => `……（还有 ${count} 个字符）`,
    ask: (name: string) => `${name} 是什么？`,
    questions: {
      path: "哪个文件？",
      destination: "到哪个文件？",
      text: "写什么内容？",
      content: "写什么内容？",
      line: "哪个命令？",
      pattern: "搜索什么？",
      folder: "哪个文件夹？",
    } as Readonly<Record<string, string>>,
    suggestions: ["你有哪些工具？", "列出文件", "做一个计划", "搜索 TODO", "现在几点？", "帮助"],
    plan: ["看看已有的内容", "修改", "检查结果"],
    haiku: "凿子与榫头\n榫眼静静地等候\n合而为一体\n",
  },
};

export type Language = keyof typeof TEXTS;

export const languageOf = (request: string): Language => (/\p{Script=Han}/u.test(request) ? "zh" : "en");
