// Which files of the project and of its packages a server needs. The packed tree (scripts/pack.mjs) holds no other.

/** Pages run from the build; tests and type declarations do not run. */
const OF_SOURCES = /\.(tsx|css)$|\.test\.\w+$|\.d\.[mc]?ts$|\.map$|\/testing$/
/** Node refuses to run TypeScript below `node_modules`, so the sources that packages carry beside their builds are never loaded. */
const OF_PACKAGES = /\.([mc]?tsx?|map|flow)$|\.test\.[cm]?js$/
const TEXT = /\.(md|markdown)$/i
const LICENCE = /(^|\/)(licen[cs]e|notice|copying|copyright)[^/]*$/i
/** Folders directly below a package. A folder of the same name deeper down may be code. */
const FOLDERS_OF_PACKAGES =
  /node_modules\/(@[^/]+\/)?[^/@][^/]*\/(test|tests|__tests__|docs|example|examples|bench|benchmarks|\.yarn|\.github)$/
/**
 * Builds of React for profiling, of its router for development, of pdfkit for browsers and old Node; pictures of the font. React's builds for
 * development stay: Node reads the names of exports from them.
 */
const UNUSED_BUILDS =
  /node_modules\/react(-dom)?\/.*profiling[^/]*$|node_modules\/react-router\/dist\/development$|node_modules\/pdfkit\/js\/.*(browser|standalone|\.old)[^/]*$|\.ttf\.png$/

/** @param {string} path of a file or folder of the project, from its root */
export function isNeededOfSources(path) {
  return !OF_SOURCES.test(path)
}

/**
 * @param {string} path of a file or folder of a package, from the root of the project
 * @param {boolean} licenceElsewhere whether the package has a file of its licence; otherwise its texts are kept, because one of them is the licence
 */
export function isNeededOfPackage(path, licenceElsewhere) {
  if (FOLDERS_OF_PACKAGES.test(path) || OF_PACKAGES.test(path) || UNUSED_BUILDS.test(path)) return false
  return !TEXT.test(path) || LICENCE.test(path) || !licenceElsewhere
}

/** @param {string[]} names of the files directly in the folder of a package */
export function hasLicenceFile(names) {
  return names.some((name) => LICENCE.test(name))
}
