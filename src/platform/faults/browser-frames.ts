const MOST_FRAMES = 20
/** Chromium: `at name (https://host/assets/x.js:1:2)` or without the name. */
const CHROMIUM = /^\s*at (?:async )?(?:(.+?) \()?(\S+?):(\d{1,7}):(\d{1,7})\)?$/
/** Firefox and Safari: `name@https://host/assets/x.js:1:2`. */
const OTHERS = /^(.*?)@(\S+?):(\d{1,7}):(\d{1,7})$/

/** The frames of a browser's stack as the server's own look: `at name (assets/x.js:1:2)`. The text before them, and what is not a frame, is left out. */
export function browserFrames(stack: string): string {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name = '', file = '', row, column] = CHROMIUM.exec(line) ?? OTHERS.exec(line) ?? []
    if (row === undefined) return []
    const place = `${fileOf(file)}:${row}:${column}`
    return /^[A-Za-z_$][\w$.]{0,59}$/.test(name) ? `at ${name} (${place})` : `at ${place}`
  })
  return frames.slice(0, MOST_FRAMES).join('\n')
}

/** Only our own scripts are named. Others are of extensions, whose addresses say which ones a visitor uses. */
function fileOf(address: string): string {
  return /^https?:\/\/[^/\s]+\/(assets\/[\w.-]{1,80}\.m?js)(?:\?.*)?$/.exec(address)?.[1] ?? 'elsewhere'
}
