// What calls tell the shell. Apart from the transport, since every page has the shell and few visitors send a call.

const sessionEnds = new EventTarget()
/** A call of the page may be answered before the shell listens. */
const unheard = new Set<string>()

/** Says that a session has ended although the page thought it lived. */
export function tellSessionEnded(owner: string): void {
  unheard.add(owner)
  sessionEnds.dispatchEvent(new Event(owner))
}

/** Calls back when that is said, and at once when nobody has heard it yet; the shell opens the login dialog. Returns the way to stop. */
export function onSessionEnded(owner: string, callback: () => void): () => void {
  const listener = () => {
    unheard.delete(owner)
    callback()
  }
  sessionEnds.addEventListener(owner, listener)
  if (unheard.has(owner)) listener()
  return () => sessionEnds.removeEventListener(owner, listener)
}

/** Told of every refusal whose caller did not take care of it; the shell shows it as an error toast. */
export const refusalShown = new EventTarget()

export interface RefusalEvent extends CustomEvent<{ message: string }> {
  type: 'refusal'
}

/** Told when the browser begins and ends the work that the server has asked of it. */
export const provingChanged = new EventTarget()
let proving = false

export function tellProving(on: boolean): void {
  proving = on
  provingChanged.dispatchEvent(new Event('change'))
}

export function isProving(): boolean {
  return proving
}

let stepUp: (() => Promise<boolean>) | undefined

/** Who shows the dialog in which a person proves who they are; true when it was proved. Returns the way to stop. */
export function onStepUp(show: () => Promise<boolean>): () => void {
  stepUp = show
  return () => {
    if (stepUp === show) stepUp = undefined
  }
}

/** False when nobody can ask, or the person would not say. */
export function askStepUp(): Promise<boolean> {
  return stepUp ? stepUp() : Promise.resolve(false)
}

const signOutWork = new Set<() => Promise<unknown>>()

/** What is still to be sent for the person who is about to sign out. Returns the way to stop. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  signOutWork.add(work)
  return () => signOutWork.delete(work)
}

/** Resolves when all of it was tried. */
export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...signOutWork].map((work) => work()))
}
