import { createContext } from 'react'

/** Tells the dialog around a form whether the form holds something that was typed and not saved. */
export const TypedReport = createContext<((typed: boolean) => void) | undefined>(undefined)
