import { readFileSync } from 'node:fs'

export type Theme = 'light' | 'dark'

/** The tokens of tokens.css as the screen has them: in the dark theme with what tokens-dark.css says. For tests and the page of tokens. */
export function tokensOf(theme: Theme): Map<string, string> {
  const light = declared('tokens.css').split('[data-density=')[0] ?? ''
  return new Map([...pairs(light), ...(theme === 'dark' ? pairs(declared('tokens-dark.css')) : [])])
}

function declared(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
}

function pairs(css: string): [string, string][] {
  return [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()])
}
