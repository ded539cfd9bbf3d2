import { faultOfPath, oldPath } from './rules.ts'

/** Rows at most. An address that is new when there are so many is not noted until the next sweep has made room. */
export const MOST_MISSING = 2000
/** What the sweep keeps of them, by visits. */
export const KEPT_MISSING = 1000
export const MISSING_DAYS = 90
/** An address asked for so many times is one that people use. */
export const OFTEN = 3

/** Programs that call themselves so, and requests that name no program. */
const ROBOTS = /bot|crawl|spider|slurp|scan|curl|wget|python|java\/|go-http|okhttp|headless|monitor|preview|^$/i

/** What scanners ask every site for. */
const PROBES =
  /(^|\/)(\.|wp-|wordpress|xmlrpc|phpmyadmin|pma|cgi-bin|vendor|actuator|solr|jenkins|manager|shell|eval|setup|install|config|backup|admin|login|telescope|owa|ecp|autodiscover)|\.(env|git|sql|bak|zip|tar|gz|rar|7z|ini|ya?ml|json|log|map|txt|xml|ico|png|jpe?g|gif|svg|webp|css|js|woff2?)$/i

/** Pages whose addresses hold a secret or a person. */
const PERSONAL = /^\/(plan|verify|wechat|invited|share|search)(\/|$)/

/** A part of a path that may be a phone number, an e-mail address, an identity number or a token. */
const REVEALING = /@|\d{11}|^(?=.*\d)[\w-]{20,}$/

/** The path of an address that a person may have looked for; undefined for noise, and for what could say something about a person. */
export function missingPath(address: string, userAgent: string): string | undefined {
  const path = oldPath(address)
  // Before they are resolved: nobody's link climbs up.
  if (/(\.|%2e){2}/i.test(address)) return undefined
  if (path === undefined || faultOfPath(path) !== undefined || ROBOTS.test(userAgent)) return undefined
  if (PROBES.test(path) || PERSONAL.test(path) || /[^\w\-./~\u4e00-\u9fff]/.test(path)) return undefined
  const parts = path.split('/')
  return parts.length > 8 || parts.some((part) => REVEALING.test(part)) ? undefined : path
}
