const MOST_CHARACTERS = 100
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/

/** Whether this looks like one e-mail address; several in one text do not. */
export function isEmail(text: string): boolean {
  return text.length <= MOST_CHARACTERS && EMAIL.test(text)
}
