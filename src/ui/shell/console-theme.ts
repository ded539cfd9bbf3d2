// Imported by the layouts of the console alone, so that no other page loads the dark values.
import '../tokens-dark.css'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ThemeChoice } from './theme-choices.ts'

/** As in console-theme-starter.ts, which has set the theme before the first paint. */
export const THEME_KEY = 'mingxi.console.theme'
const SYSTEM_DARK = '(prefers-color-scheme: dark)'

/**
 * The theme of the console, remembered in this browser, and a function that changes it. The page has it while the calling component is
 * shown: public pages and the member area are always light.
 */
export function useConsoleTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const [choice, setChoice] = useState(kept)
  useLayoutEffect(() => {
    const system = matchMedia(SYSTEM_DARK)
    const show = () => showTheme(choice === 'dark' || (choice === 'system' && system.matches))
    show()
    system.addEventListener('change', show)
    return () => {
      system.removeEventListener('change', show)
      showTheme(false)
    }
  }, [choice])
  // Another tab of this browser has changed it.
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => key === THEME_KEY && setChoice(kept())
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return [
    choice,
    (next) => {
      localStorage.setItem(THEME_KEY, next)
      setChoice(next)
    },
  ]
}

function showTheme(dark: boolean): void {
  const { dataset } = document.documentElement
  if (dark) dataset.theme = 'dark'
  else delete dataset.theme
}

function kept(): ThemeChoice {
  if (typeof localStorage === 'undefined') return 'system'
  const value = localStorage.getItem(THEME_KEY)
  return value === 'light' || value === 'dark' ? value : 'system'
}
