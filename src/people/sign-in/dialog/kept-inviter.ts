const KEY = 'mingxi.inviter'
const FORM = /^[\w-]{1,40}$/

/** The invitation code with which this visit began, stored until the tab is closed, so that a visitor who closes the dialog can still register with it. */
export function keptInviter(): string | undefined {
  try {
    const code = sessionStorage.getItem(KEY)
    return code !== null && FORM.test(code) ? code : undefined
  } catch {
    return undefined
  }
}

export function keepInviter(code: string): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Storage is forbidden; the open dialog still has the code.
  }
}

export function forgetInviter(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}
