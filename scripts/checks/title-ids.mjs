// Ids in titles of tests, such as [T-19], refer to rows of the documents. These functions read both sides.

/** @returns {string[]} ids defined by list items of a document: `- T-19 …` */
export function definedIds(document) {
  return [...document.matchAll(/^- ([A-Z]+-\d+) /gm)].map(([, id]) => id)
}

/** @returns {string[]} ids that the document lists under its heading “… without a test”, up to the next heading */
export function idsWithoutTest(document) {
  const section = document.match(/^## [^\n]*without a test\n(.*?)(?=^## |(?![^]))/ims)?.[1] ?? ''
  return section.match(/\b[A-Z]+-\d+\b/g) ?? []
}

/** @returns {string[]} ids in brackets in the source of a test; comments are ignored */
export function idsOfTitles(source) {
  const code = source.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id]) => id)
}

/**
 * @param {Record<string, string>} documents text by path
 * @param {Record<string, string>} tests source by path
 * @returns {string[]} one line per fault
 */
export function titleIdFaults(documents, tests) {
  const defined = Object.values(documents).flatMap(definedIds)
  const twice = defined.filter((id, place) => defined.indexOf(id) < place)
  const used = Object.entries(tests).flatMap(([path, source]) => idsOfTitles(source).map((id) => ({ id, path })))
  const tested = new Set(used.map(({ id }) => id))
  return [
    ...twice.map((id) => `${id} is defined twice`),
    ...used.filter(({ id }) => !defined.includes(id)).map(({ id, path }) => `${path}: no document defines ${id}`),
    ...Object.entries(documents).flatMap(([path, document]) => listFaults(path, document, tested)),
  ]
}

function listFaults(path, document, tested) {
  const ids = definedIds(document)
  const listed = idsWithoutTest(document)
  return [
    ...ids.filter((id) => !tested.has(id) && !listed.includes(id)).map((id) => `${path}: ${id} has no test`),
    ...listed.filter((id) => tested.has(id)).map((id) => `${path}: ${id} has a test; take it off the list`),
    ...listed.filter((id) => !ids.includes(id)).map((id) => `${path}: ${id} is listed but not defined`),
  ]
}
