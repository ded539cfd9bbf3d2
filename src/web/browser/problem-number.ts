/** The element of an error page that has its 问题编号 (ui/feedback/states.tsx). */
const PLACE = 'problem'
const TRY_EVERY_MS = 50
const TRIES = 20

/**
 * Shows a 问题编号 in the error page, which is drawn about now. An error that leaves the page as it is has none. Written without React: this is
 * loaded when something is broken, and everything that it shares with other parts would make the first scripts of every page larger.
 */
export function showProblemNumber(number: string, tries = TRIES): void {
  const place = document.getElementById(PLACE)
  if (place !== null && place.childNodes.length === 0) {
    const code = document.createElement('code')
    code.textContent = number
    place.append('问题编号 ', code, ' ', copyButton(number))
  } else if (place === null && tries > 0) setTimeout(showProblemNumber, TRY_EVERY_MS, number, tries - 1)
}

function copyButton(number: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '复制'
  button.style.cssText =
    'min-height: var(--space-24); padding-inline: var(--space-8); border: 0; background: none; font: inherit; text-decoration: underline'
  button.onclick = () =>
    navigator.clipboard.writeText(number).then(
      () => (button.textContent = '已复制'),
      // Over plain HTTP there is no clipboard, so the number is marked for copying by hand.
      () => getSelection()?.selectAllChildren(button.parentElement?.querySelector('code') ?? button),
    )
  return button
}
