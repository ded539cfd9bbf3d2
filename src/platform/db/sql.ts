/** A statement as text and parameter values. The text is constant per call site, so it can be prepared once. */
export class Sql {
  readonly text: string
  readonly values: unknown[]

  constructor(text: string, values: unknown[]) {
    this.text = text
    this.values = values
  }
}

const plainTexts = new WeakMap<TemplateStringsArray, string>()

/**
 * `sql\`select … where id = ${id}\``: interpolated values become parameters, interpolated Sql becomes text.
 * A string can never be interpolated as text, which prevents SQL injection.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  if (!parts.some((part) => part instanceof Sql)) {
    let text = plainTexts.get(strings)
    if (text === undefined) {
      text = strings.reduce((all, next, i) => `${all}$${i}${next}`)
      plainTexts.set(strings, text)
    }
    return new Sql(text, parts)
  }
  let text = strings[0] ?? ''
  const values: unknown[] = []
  for (const [i, part] of parts.entries()) {
    if (part instanceof Sql) {
      text += part.text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + values.length}`)
      values.push(...part.values)
    } else {
      values.push(part)
      text += `$${values.length}`
    }
    text += strings[i + 1] ?? ''
  }
  return new Sql(text, values)
}

export const nothing = new Sql('', [])

/** Joins fragments, for conditions that depend on a filter: `and(conditions)`. */
export function joined(fragments: Sql[], separator: ' and ' | ' or ' | ' union all ' | ', '): Sql {
  return fragments.reduce((all, next, i) => {
    if (i === 0) return next
    const shifted = next.text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + all.values.length}`)
    return new Sql(`${all.text}${separator}${shifted}`, [...all.values, ...next.values])
  }, nothing)
}

/** A value for `${json(value)}::jsonb`; both drivers pass the text unchanged. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}

/**
 * `where id = ${anyId(ids)}`, for a statement that runs often. With `any(${ids}::bigint[])` PostgreSQL sees how short the list is, expects more
 * of lists in general, and plans the statement anew each time; here it does not see the list and keeps one plan.
 */
export function anyId(ids: readonly number[]): Sql {
  return sql`any ((select ${[...ids]}::bigint[])::bigint[])`
}

/** The same for texts. */
export function anyText(texts: readonly string[]): Sql {
  return sql`any ((select ${[...texts]}::text[])::text[])`
}

/**
 * An identifier from our source code (such as the table of a lifecycle), never from a request.
 * Refuses anything but lower-case names, so that a mistake cannot become an injection.
 */
export function identifier(name: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`not an identifier: ${name}`)
  return new Sql(name, [])
}

/**
 * Keys from our source code (such as the stages of a tab) as a list of literals, never from a request. The planner knows them in every plan,
 * so that a partial index can answer; as a parameter it knows them only while it plans anew.
 */
export function literals(keys: readonly string[]): Sql {
  const wrong = keys.find((key) => !/^\w+$/.test(key))
  if (wrong !== undefined || keys.length === 0) throw new Error(`not a key: ${wrong ?? 'none'}`)
  return new Sql(keys.map((key) => `'${key}'`).join(', '), [])
}

const WRITES = /\b(?:insert|update|delete|merge|truncate|nextval|setval|pg_advisory\w*|call|do|set_config)\b/i

const LOCKS = /\bfor\s+(?:key\s+)?share\b/i

/** Whether a statement can be sent again, or to a standby. When in doubt it cannot: a word in a text counts as well. */
export function onlyReads(text: string): boolean {
  // The comment in front names the function that asks (statements.ts), whatever its name is.
  const statement = text.replace(/^\s*\/\*.*?\*\/\s*/s, '')
  return /^\s*(?:select|with)\b/i.test(statement) && !WRITES.test(statement) && !LOCKS.test(statement)
}
