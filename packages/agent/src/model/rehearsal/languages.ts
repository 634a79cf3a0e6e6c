/**
 * The two languages of the rehearsal model: what it says in each, and Chinese requests as the English ones it works on.
 */

import { changeUnquoted } from "./find-values.ts";

export type Language = keyof typeof TEXTS;

export function languageOf(request: string): Language {
  return /\p{Script=Han}/u.test(request) ? "zh" : "en";
}

/** A request that begins in English stays as it is: the Chinese in it is data. */
export function toEnglish(request: string): string {
  if (!/^[\s\d"“「]*\p{Script=Han}/u.test(request)) return request;
  const translate = (text: string) =>
    CHINESE.reduce((rest, [chinese, english]) => rest.replaceAll(chinese, english), text)
      .replaceAll(/\s+/g, " ")
      .trim();
  return changeUnquoted(request, translate);
}

// The longer first.
const CHINESE: readonly (readonly [RegExp, string])[] = [
  [/把\s*(\S+?)\s*[里中]?面?的\s*(\S+?)\s*(?:换成|改成|替换为|替换成|改为)\s*(\S+)/g, 'replace "$2" with "$3" in $1'],
  [/[把将]\s*(\S+?)\s*(?:重命名为|改名为|移动到|移到)\s*(\S+)/g, "rename $1 to $2"],
  [
    /[在往]?\s*([\w./-]*\.\w+)?\s*(?:文件)?[里中的]?(?:末尾|最后|后面)?(?:添加|追加|加上|加入|加)一行/g,
    " add a line $1 ",
  ],
  [/(\d)\s*加\s*(\d)/g, "$1 + $2"],
  [/[,,]?\s*(?:然后|接着|并且|再)/g, " then "],
  [/你好|您好|谢谢|帮助|你?[能会]做什么|怎么用|你是谁/g, " hello "],
  [/(?:给我|让我)?(?:看|显示)?(?:一张|一个)?(?:图片|图像)/g, " show me an image "],
  [/列出|有哪些|有什么/g, " list "],
  [/(?:这里|这个文件夹|当前目录)的?/g, " "],
  [/哪些文件(?:包含|提到|里有)/g, " which files contain "],
  [/创建|新建|写入|写/g, " create "],
  [/文件夹|目录/g, " folder "],
  [/内容[是为]?[::]?/g, " that says "],
  [/俳句|诗/g, " haiku "],
  [/搜索|查找|搜/g, " search for "],
  [/删除|删掉/g, " delete "],
  [/计划/g, " plan "],
  [/运行|执行/g, " run "],
  [/[多几]少?行/g, " how many lines "],
  [/现在几点|几点了?/g, " what time is it "],
  [/工具/g, " tools "],
  [/文件/g, " files "],
  [/读取|打开|查看|显示|读|看/g, " read "],
  [/[请一][个张份]?/g, " "],
  [/[,、,]/g, ", "],
  [/[。??!]/g, " "],
];

export const TEXTS = {
  en: {
    who: "I am the rehearsal model: I need no key and no network, and match words to tools. Try one of these:",
    welcome: "You are welcome.",
    tools: (count: number) => `${count} tools:`,
    own: "built in",
    noneFits: (asked: string) => `I have no tool for “${asked}”. Try one of these:`,
    done: "Done.",
    failed: "That failed:",
    notRun: "That was not run:",
    notDone: (asked: string) => `So I did not go on with ${asked}.`,
    tooMany: (count: number, most: number) =>
      `I read this as ${count} requests and take ${most} at once, so I did nothing. Put what is not a request between quotation marks.`,
    forgotten:
      "The conversation was shortened during this turn, and I no longer know what I have done of it. Please ask again for what is missing.",
    more: (count: number) => `… (${count} more characters)`,
    ask: (name: string) => `Which ${name}?`,
    questions: {
      path: "Which file?",
      text: "What should it say?",
      content: "What should it say?",
      line: "Which command?",
      pattern: "What should I look for?",
      folder: "Which folder?",
    } as Readonly<Record<string, string>>,
    examples: ["list the files", "what is 17 + 25?", "show me an image", "search for TODO", "make a plan"],
    plan: ["Read what is there", "Change it", "Check the result"],
    haiku: "Chisel, tenon, glue:\nthe mortise waits in silence,\nthen the joint is one.\n",
  },
  zh: {
    who: "我是排练模型:不需要密钥和网络,按词语匹配工具。可以试试:",
    welcome: "不客气。",
    tools: (count: number) => `共 ${count} 个工具:`,
    own: "内置",
    noneFits: (asked: string) => `没有适合“${asked}”的工具。可以试试:`,
    done: "完成。",
    failed: "失败:",
    notRun: "没有运行:",
    notDone: (asked: string) => `因此没有继续:${asked}。`,
    tooMany: (count: number, most: number) => `这里有 ${count} 个请求,一次最多 ${most} 个,所以什么都没有做。`,
    forgotten: "对话在这一轮中被缩短了,我不知道已经做了什么。请再说一次还缺什么。",
    more: (count: number) => `……(还有 ${count} 个字符)`,
    ask: (name: string) => `${name} 是什么?`,
    questions: {
      path: "哪个文件?",
      text: "写什么内容?",
      content: "写什么内容?",
      line: "哪个命令?",
      pattern: "搜索什么?",
      folder: "哪个文件夹?",
    } as Readonly<Record<string, string>>,
    examples: ["列出文件", "17 加 25 等于多少?", "给我看一张图片", "搜索 TODO", "做一个计划"],
    plan: ["看看已有的内容", "修改", "检查结果"],
    haiku: "凿子与榫头\n榫眼静静地等候\n合而为一体\n",
  },
};
