// Compares the packages of a bill of materials with published advisories, without a network. The advisories are files in the OSV format
// (https://ossf.github.io/osv-schema/), as the npm export of osv.dev holds them, unpacked into a folder on a machine that has a network:
//   node scripts/packing/advisories.mjs FOLDER [sbom.cdx.json]
// Without a bill it takes the packages of production in this checkout. Ends with 1 when a package is affected.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compare, valid } from 'semver'
import { billOfMaterials } from './bill-of-materials.mjs'

/** @typedef {{ name: string, version: string }} Package */

/** @returns {Package[]} of a parsed CycloneDX bill */
export function packagesOf(bill) {
  return bill.components.map(({ name, version }) => ({ name, version }))
}

/**
 * @param {Package[]} packages
 * @param {Iterable<any>} advisories parsed OSV records
 * @returns {{ name: string, version: string, id: string, summary: string }[]}
 */
export function affectedBy(packages, advisories) {
  const versions = Map.groupBy(packages, ({ name }) => name)
  const found = []
  for (const { id, summary = '', withdrawn, affected = [] } of advisories) {
    if (withdrawn) continue
    for (const each of affected) {
      if (each.package?.ecosystem !== 'npm') continue
      for (const { name, version } of versions.get(each.package.name) ?? [])
        if (isAffected(version, each)) found.push({ name, version, id, summary })
    }
  }
  return found
}

function isAffected(version, { versions = [], ranges = [] }) {
  if (versions.includes(version)) return true
  return ranges.some(({ type, events }) => type === 'SEMVER' && valid(version) && isInRange(version, events))
}

/** The last event at or below the version decides; `last_affected` still includes its own version. Records need not sort their events. */
function isInRange(version, events) {
  let inside = false
  for (const { at, introduced, last } of events.map(eventOf).sort((a, b) => compare(a.at, b.at))) {
    if (introduced && compare(version, at) >= 0) inside = true
    else if (!introduced && compare(version, at) >= (last ? 1 : 0)) inside = false
  }
  return inside
}

function eventOf({ introduced, fixed, last_affected: last }) {
  const at = introduced ?? fixed ?? last ?? '0'
  return { at: at === '0' ? '0.0.0-0' : at, introduced: introduced !== undefined, last: last !== undefined }
}

function* recordsIn(folder) {
  for (const name of readdirSync(folder, { recursive: true }).map(String))
    if (name.endsWith('.json')) yield JSON.parse(readFileSync(join(folder, name), 'utf8'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, billFile] = process.argv.slice(2)
  if (!folder) {
    console.error('usage: node scripts/packing/advisories.mjs FOLDER [sbom.cdx.json]')
    process.exit(2)
  }
  const packages = packagesOf(billFile ? JSON.parse(readFileSync(billFile, 'utf8')) : billOfMaterials())
  let read = 0
  const counted = (function* () {
    for (const record of recordsIn(folder)) {
      read += 1
      yield record
    }
  })()
  const found = affectedBy(packages, counted)
  for (const { name, version, id, summary } of found) console.log(`${name} ${version}: ${id} ${summary}`)
  console.log(`${packages.length} packages, ${read} advisories, ${found.length} affected`)
  // An empty folder would pass for ever.
  process.exitCode = read === 0 || found.length > 0 ? 1 : 0
}
