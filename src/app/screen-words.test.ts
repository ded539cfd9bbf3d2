import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = `${import.meta.dirname}/../..`

interface Rule {
  use: string
  not: string[]
  except: string[]
}

/** The table “Words of the screens” of the glossary. */
function rules(): Rule[] {
  const [, section = ''] = readFileSync(`${ROOT}/docs/GLOSSARY.md`, 'utf8').split('## Words of the screens')
  return [...section.matchAll(/^\| (.+) \| (.+) \| (.*)\|$/gm)]
    .map(([, use = '', not = '', except = '']) => ({
      use,
      not: not.split('、'),
      except: except.split('、').map((file) => file.trim()),
    }))
    .filter(({ use }) => /\p{Script=Han}/u.test(use))
}

it('[Q-102] every sentence that a user reads has one word for one thing', () => {
  const all = rules()
  expect(all.length).toBeGreaterThan(15)
  const wrong = sourceFiles().flatMap((file) => {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8')
    return all.flatMap(({ use, not, except }) =>
      not.filter((word) => text.includes(word) && !except.includes(file)).map((word) => `${file}: ${word}, say ${use}`),
    )
  })
  expect(wrong).toEqual([])
})

it('a file that may say another word does say it', () => {
  for (const { not, except } of rules())
    for (const file of except.filter((name) => name !== '')) {
      const text = readFileSync(`${ROOT}/${file}`, 'utf8')
      expect(
        not.some((word) => text.includes(word)),
        file,
      ).toBe(true)
    }
})

function sourceFiles(): string[] {
  return readdirSync(`${ROOT}/src`, { recursive: true })
    .map((file) => `src/${String(file)}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
}
