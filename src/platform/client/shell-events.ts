// What calls tell the shell. Apart from the transport, since every page has the shell and few visitors send a call.

/** Told when a session has ended although the page thought it lived; the shell opens the login dialog. */
export const sessionEnded = new EventTarget()

/** Told of every refusal whose caller did not take care of it; the shell shows it as an error toast. */
export const refusalShown = new EventTarget()

export interface RefusalEvent extends CustomEvent<{ message: string }> {
  type: 'refusal'
}
