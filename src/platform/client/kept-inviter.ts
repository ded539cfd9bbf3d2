const KEY = 'mingxi.inviter'
const FORM = /^[\w-]{1,40}$/

/** The code of the invitation that this visit began with, kept while the tab is open: whoever closes the dialog first may register later. */
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
    // The dialog that is open has it all the same.
  }
}

export function forgetInviter(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept then.
  }
}
