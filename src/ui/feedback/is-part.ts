import { createContext } from 'react'

/** Whether what is drawn stands in a card or dialog, and not for the page. */
export const IsPart = createContext(false)
