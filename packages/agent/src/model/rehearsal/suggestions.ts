/** What a newcomer can try: all of it works in any folder, with the agent's own tools alone. By language. */
export const SUGGESTIONS: Readonly<Record<string, readonly string[]>> = {
  en: ["what tools do you have?", "list the files", "make a plan", "search for TODO", "what time is it?", "help"],
  zh: ["你有哪些工具?", "列出文件", "做一个计划", "搜索 TODO", "现在几点?", "帮助"],
};
