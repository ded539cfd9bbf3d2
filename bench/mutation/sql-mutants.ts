/** Small wrong changes of the text of a statement: which rows it finds, in what order, and how it counts. */
const CHANGES: [RegExp, string, string][] = [
  [/ and (?!\$\{)/g, ' or ', 'and to or'],
  [/ or /g, ' and ', 'or to and'],
  [/ <= /g, ' < ', '<= to <'],
  [/ >= /g, ' > ', '>= to >'],
  [/ < /g, ' <= ', '< to <='],
  [/ > /g, ' >= ', '> to >='],
  [/(?<=\b(?:where|and|or|on|when) [\w.]+) = /g, ' <> ', '= to <>'],
  [/ <> /g, ' = ', '<> to ='],
  [/ is null/g, ' is not null', 'is null to is not null'],
  [/ is not null/g, ' is null', 'is not null to is null'],
  [/ \+ /g, ' - ', '+ to -'],
  [/ - /g, ' + ', '- to +'],
  [/ desc\b/g, '', 'desc left out'],
  [/ distinct /g, ' ', 'distinct left out'],
  [/\bgreatest\(/g, 'least(', 'greatest to least'],
  [/\bleast\(/g, 'greatest(', 'least to greatest'],
]

/** @param template the literal with its backticks, which begins at `start` of the source */
export function sqlMutants(template: string, start: number) {
  const values = valuesOf(template)
  return CHANGES.flatMap(([pattern, text, change]) =>
    [...template.matchAll(pattern)]
      .filter(({ index }) => !values.some(([from, to]) => index >= from && index < to))
      .map(({ index, 0: found }) => ({
        from: start + index,
        to: start + index + found.length,
        text,
        change: `SQL: ${change}`,
      })),
  )
}

/** Where `${…}` begin and end: what is in them is code and has its own mutants. */
function valuesOf(template: string): [number, number][] {
  const values: [number, number][] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < template.length; at++) {
    if (depth === 0 && template.startsWith('${', at)) {
      from = at
      depth = 1
      at += 1
    } else if (depth > 0 && template[at] === '{') depth += 1
    else if (depth > 0 && template[at] === '}' && (depth -= 1) === 0) values.push([from, at + 1])
  }
  return values
}
