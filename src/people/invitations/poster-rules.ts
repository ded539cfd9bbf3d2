/** What a poster says. */
export interface PosterText {
  siteName: string
  name: string
  headline: string
  rules: readonly string[]
  link: string
}

/** Breaks a text into lines of at most so many widths; `widthOf` measures. Chinese may break after any character. */
export function wrapped(text: string, widest: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const character of text) {
    if (line !== '' && widthOf(line + character) > widest) {
      lines.push(line)
      line = ''
    }
    line += character
  }
  return line === '' ? lines : [...lines, line]
}

/** The poster in one sentence, for people who do not see it. */
export function posterAlternative({ siteName, name, headline, link }: PosterText): string {
  return `邀请海报：${name || '我'}邀请您使用${siteName}，${headline}。扫描二维码或打开 ${link} 注册。`
}
