// Events from calls to the shell of the page. Separate from the transport, because every page loads the shell and few visitors send a call.

const sessionEnds = new EventTarget()
/** Events that arrived before the shell subscribed. */
const pending = new Set<string>()

/** Announces that the server has ended the session. */
export function announceSessionEnded(owner: string): void {
  pending.add(owner)
  sessionEnds.dispatchEvent(new Event(owner))
}

/** Calls back when a session has ended, also when that happened before the subscription; the shell opens the login dialog. Returns a function that unsubscribes. */
export function onSessionEnded(owner: string, callback: () => void): () => void {
  const listener = () => {
    pending.delete(owner)
    callback()
  }
  sessionEnds.addEventListener(owner, listener)
  if (pending.has(owner)) listener()
  return () => sessionEnds.removeEventListener(owner, listener)
}

/** Dispatches every refusal that its caller did not handle; the shell shows it as an error toast. */
export const refusalShown = new EventTarget()

export function announceRefusal(message: string): void {
  refusalShown.dispatchEvent(new CustomEvent('refusal', { detail: { message } }))
}

export interface RefusalEvent extends CustomEvent<{ message: string }> {
  type: 'refusal'
}

/** Dispatches `acted` when something that staff wrote in this tab has succeeded. */
export const staffActed = new EventTarget()

export function announceAct(): void {
  staffActed.dispatchEvent(new Event('acted'))
}

/** Dispatches `change` when the browser begins and ends a proof of work. */
export const provingChanged = new EventTarget()
let proving = false

export function setProving(on: boolean): void {
  proving = on
  provingChanged.dispatchEvent(new Event('change'))
}

export function isProving(): boolean {
  return proving
}

/** Refusals after which a proof of identity lets the same call pass. */
export type ProofAsked = 'stepUpRequired' | 'secondFactorRequired'
let stepUp: ((asked: ProofAsked) => Promise<boolean>) | undefined

/** Registers the dialog in which a person confirms their identity; `show` resolves to true when confirmed. Returns a function that unregisters it. */
export function onStepUp(show: (asked: ProofAsked) => Promise<boolean>): () => void {
  stepUp = show
  return () => {
    if (stepUp === show) stepUp = undefined
  }
}

/** Shows that dialog. False when none is registered or the person cancelled. */
export function askStepUp(asked: ProofAsked): Promise<boolean> {
  return stepUp ? stepUp(asked) : Promise.resolve(false)
}

const signOutWork = new Set<() => Promise<unknown>>()

/** Registers work to send before the person signs out, such as unsaved changes. Returns a function that unregisters it. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  signOutWork.add(work)
  return () => signOutWork.delete(work)
}

/** Runs all registered work; resolves when every piece has ended, also with an error. */
export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...signOutWork].map((work) => work()))
}
