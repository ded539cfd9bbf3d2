const LONGEST = 400

/**
 * The message of an error without what may be personal or secret. Our own messages are English sentences without values; what libraries,
 * databases and providers add to theirs is quoted, or looks like a number, an address, a key or Chinese text.
 */
export function safeText(text: string): string {
  return (
    text
      .slice(0, LONGEST * 4)
      .replace(/\s+/g, ' ')
      // From the first quote to the last one, because the quoted text may contain quotes.
      .replace(/"[^]*"|'[^]*'|`[^]*`/g, (quoted) => `${quoted[0]}…${quoted[0]}`)
      // The words of a provider or of a mail server after its code.
      .replace(/\b(answered [^\s:]{1,40}|[45]\d\d(?: \d\.\d\.\d)?)[: ].*/, '$1: …')
      .replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '…')
      .replace(/\S*[^\s(<]@[\w-]\S*/g, '…')
      .replace(/(?=[\w+/=.~-]*\d)[\w+/=.~-]{20,}/g, '…')
      .replace(/\+?\d(?:[\d -]*\d){5,}/g, '…')
      .replace(/[^\x20-\x7e]+/g, '…')
      .replace(/…[…\s]*…/g, '…')
      .slice(0, LONGEST)
  )
}

/** The message of a TypeError: the engine quotes the name of a property of ours. */
export function safeEngineText(text: string): string {
  const property = /\((?:reading|setting) '[\w$]{1,40}'\)$/.exec(text)?.[0]
  return property ? safeText(text.slice(0, -property.length)) + property : safeText(text)
}
