/** Whether a button of the mouse or a finger is down, anywhere on the page. */
let pressed = false
const waiting: (() => void)[] = []

if (typeof window !== 'undefined') {
  const end = () => {
    pressed = false
    // After the click, which follows the release.
    setTimeout(() => waiting.splice(0).forEach((work) => work()))
  }
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true, passive: true })
  window.addEventListener('pointerup', end, { capture: true, passive: true })
  window.addEventListener('pointercancel', end, { capture: true, passive: true })
}

/**
 * Does something that moves the page: at once, or after the press that goes on. What moves away between press and release is not clicked:
 * the message that a field gets when it is left would swallow the click on the button for which it was left.
 */
export function afterPress(work: () => void): void {
  if (pressed) waiting.push(work)
  else work()
}
