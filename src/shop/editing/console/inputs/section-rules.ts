interface Section {
  name: string
  fields: readonly string[]
}

/** How many fields of a section have an error. The names of errors are paths: requirements.0.reason. */
export function faultsOf(fields: readonly string[], errors: object): number {
  return Object.keys(errors).filter((path) => fields.includes(path.split('.')[0] ?? '')).length
}

/**
 * The section to open when the errors of a form have changed: the first with an error, unless the open one has some. Undefined while the person
 * mends errors, because the section would change under the hand that mends the last one of it.
 */
export function sectionToOpen(
  sections: readonly Section[],
  { open, errors, before }: { open: string | undefined; errors: object; before: object },
): string | undefined {
  const isMending = Object.keys(errors).length < Object.keys(before).length
  const faulty = sections.filter(({ fields }) => faultsOf(fields, errors) > 0)
  if (isMending || faulty.some(({ name }) => name === open)) return undefined
  return faulty[0]?.name
}
