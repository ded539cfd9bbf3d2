// Makes a new call of staff with its page: contract, handler, page of the console, entry of the menu and test, complete enough to pass the checks.
//   node scripts/new-call.mjs core/health health/summary 系统概要 job.read 账号
// The slice must exist; what the call answers first is the moment of the answer. Change contract, handler and page from there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))
const USAGE =
  'usage: node scripts/new-call.mjs LAYER/SLICE NAME/VERB 标题 ACTION 菜单分组, for instance: core/health health/summary 系统概要 job.read 账号'

/** Where the pages of the console are listed. */
const MENUS = ['src/app/console-pages.ts', 'src/app/console-money-pages.ts']

/**
 * @param {string} root folder of the project
 * @param {{ slice: string, name: string, title: string, action: string, group: string }} wanted
 * @returns {string[]} the files that were written, from the root of the project
 */
export function makeCall(root, { slice, name, title, action, group }) {
  const menu = MENUS.find((path) => group && readFileSync(join(root, path), 'utf8').includes(`head: '${group}'`))
  const faults = faultsOf(root, { slice, name, title, action })
  if (!menu) faults.push(`no group ${group} in the menu of the console; there are ${groupsOf(root).join(', ')}`)
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${USAGE}`)
  const words = name.split('/').flatMap((part) => part.split(/(?=[A-Z])/))
  const names = {
    constant: `staff${words.map(capital).join('')}`,
    component: `Console${words.map(capital).join('')}`,
    file: words.map((word) => word.toLowerCase()).join('-'),
  }
  const call = { slice, name, title, action, group, ...names }
  const files = {
    [`src/${slice}/contract.ts`]: (text) => withCall(text, call),
    [`src/${slice}/routes.ts`]: (text) => withHandler(text, call),
    [`src/${slice}/console/${call.file}.tsx`]: () => pageOf(call),
    [`src/${slice}/${call.file}.call.test.ts`]: () => testOf(call),
    [menu]: (text) => withPage(text, call),
  }
  const texts = Object.entries(files).map(([path, make]) => [
    path,
    make(existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''),
  ])
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return texts.map(([path]) => path)
}

/** The groups of the menu of the console. */
function groupsOf(root) {
  const texts = MENUS.map((path) => readFileSync(join(root, path), 'utf8'))
  return texts.flatMap((text) => [...text.matchAll(/head: '([^']+)'/g)].map(([, group]) => group))
}

function faultsOf(root, { slice, name, title, action }) {
  const there = (path) => existsSync(join(root, 'src', slice ?? '', path))
  const rules = readFileSync(join(root, 'src/core/staff/rules.ts'), 'utf8')
  return [
    ...(/^[a-z]+\/[a-z-]+$/.test(slice ?? '') && there('contract.ts') && there('routes.ts')
      ? []
      : [`src/${slice} is no slice with contract.ts and routes.ts`]),
    ...(/^[a-z]+[a-zA-Z]*\/[a-z]+[a-zA-Z]*$/.test(name ?? '') ? [] : ['the name is not like health/summary']),
    ...(/^\p{Script=Han}[^<>{}'`]*$/u.test(title ?? '') ? [] : ['the title is not Chinese']),
    ...(rules.includes(`'${action}'`)
      ? []
      : [
          `no action ${action} in src/core/staff/rules.ts; add it there with its roles, and its name to src/core/staff/roles/action-rules.ts`,
        ]),
    ...(there('contract.ts') && readFileSync(join(root, 'src', slice, 'contract.ts'), 'utf8').includes(`'${name}'`)
      ? [`there is a call ${name} already`]
      : []),
  ]
}

const capital = (word) => word[0].toUpperCase() + word.slice(1)

function withCall(text, { constant, name, title, action }) {
  let next = withImport(text, 'nothing', '../../platform/contract/fields.ts')
  next = withImport(next, 'timeText', '../../platform/contract/fields.ts')
  next = withImport(next, 'defineCall', '../../platform/contract/call.ts')
  next = withImport(next, 'z', 'zod')
  return `${next.trimEnd()}

export const ${constant} = defineCall({
  name: '${name}',
  area: 'staff',
  action: '${action}',
  reads: true,
  summary: '${title}',
  input: nothing,
  output: z.object({ asOf: timeText }),
})
`
}

function withHandler(text, { constant }) {
  const next = withImport(text, constant, './contract.ts')
  const end = next.lastIndexOf('\n]')
  if (end < 0) throw new Error('routes.ts ends with no list of handlers')
  return `${next.slice(0, end)}\n  handle(${constant}, async (ctx) => ({ asOf: ctx.clock.now().toISOString() })),${next.slice(end)}`
}

/** Adds a name to the import from a file, or the import. */
function withImport(text, name, from) {
  const found = new RegExp(`import (?!type)\\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'`).exec(text)
  if (!found) return `import { ${name} } from '${from}'\n${text}`
  const names = found[1]
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  if (names.includes(name)) return text
  return text.replace(found[0], importOf([...names, name].toSorted(byName), from))
}

const byName = (left, right) => left.replace(/^type /, '').localeCompare(right.replace(/^type /, ''), 'en')

/** As the formatter writes it: on one line where that fits. */
function importOf(names, from) {
  const line = `import { ${names.join(', ')} } from '${from}'`
  return line.length <= 120 ? line : `import {\n${names.map((each) => `  ${each},\n`).join('')}} from '${from}'`
}

function pageOf({ constant, component, title }) {
  return `import { useCall } from '../../../platform/client/use-call.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ${constant} } from '../contract.ts'

export const meta = () => [{ title: '${title} · 明析科测' }]

export default function ${component}() {
  const answer = useCall(${constant}, {})
  return (
    <div className="stack">
      <PageHeader title="${title}" />
      <Loaded of={answer}>
        {({ asOf }) => (
          <Card>
            <DescriptionList items={[{ term: '截至', value: shanghaiTime(new Date(asOf)) }]} />
          </Card>
        )}
      </Loaded>
    </div>
  )
}
`
}

function testOf({ slice, constant, title, action }) {
  return `import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { type Role, roleMayAct, roles } from '${slice.startsWith('core/') ? '..' : '../../core'}/staff/rules.ts'
import { ${constant} } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('${title}: the answer is of this moment, for exactly the roles that may see it', async () => {
  for (const role of Object.keys(roles) as Role[]) {
    const asked = app.call(${constant}, {}, { as: await app.staff(role) })
    if (roleMayAct(role, '${action}')) expect(await asked).toEqual({ asOf: app.clock.now().toISOString() })
    else await expect(asked).rejects.toThrow()
  }
})
`
}

/** The page becomes the last of its group. */
function withPage(text, { slice, file, title, action, group }) {
  const start = text.indexOf(`head: '${group}'`)
  const end = /\n( *)\],/.exec(text.slice(start))
  const entry = [
    '  {',
    `    path: '${file}',`,
    `    file: '../${slice}/console/${file}.tsx',`,
    `    menu: { label: '${title}', icon: 'info', action: '${action}' },`,
    '  },',
  ]
  const lines = entry.map((line) => `\n${end[1]}${line}`).join('')
  return text.slice(0, start + end.index) + lines + text.slice(start + end.index)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [slice, name, title, action, group] = process.argv.slice(2)
  try {
    for (const path of makeCall(PROJECT, { slice, name, title, action, group })) console.log(path)
    console.log(
      'Next: its place in the menu and an icon that no other entry has, then node scripts/generate.mjs and npm run check -- format types boundaries generated',
    )
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
