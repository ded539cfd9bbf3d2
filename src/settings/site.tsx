import { createContext, type ReactNode, useContext } from 'react'
import type { MetaDescriptor } from 'react-router'
import type { PublicSettings } from './contract.ts'

/** What every public page knows of the house: its public settings, and where it is reached. */
export interface Site {
  settings: PublicSettings
  publicUrl: string
  year: number
}

const SiteContext = createContext<Site | undefined>(undefined)

export function SiteProvider({ site, children }: { site: Site | undefined; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

/** Undefined only on the error page of a site whose settings could not be read. */
export function useSite(): Site | undefined {
  return useContext(SiteContext)
}

/** Address of an image: a name is under the site's image base (a setting), a whole address stays as it is. */
export function imageUrl(base: string, img: string): string {
  if (/^(https?:)?\//.test(img)) return img
  return `${base.replace(/\/+$/, '')}/${img}`
}

export interface PageMeta {
  title: string
  description: string
  /** Path of the page without filters that make no page of their own. */
  path: string
  noindex?: boolean
}

type Matches = readonly ({ loaderData?: unknown } | undefined)[]

/** Title, description and canonical address. `matches` is what React Router gives to `meta`. */
export function pageMeta({ title, description, path, noindex }: PageMeta, matches: Matches): MetaDescriptor[] {
  const site = matches.map((match) => match?.loaderData).find(isSite)
  const name = site?.settings.siteName ?? '明析科测'
  return [
    { title: title === name ? `${name} - ${site?.settings.siteSlogan ?? ''}` : `${title} - ${name}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: `${site?.publicUrl ?? ''}${path}` },
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

function isSite(data: unknown): data is Site {
  return typeof data === 'object' && data !== null && 'settings' in data && 'publicUrl' in data
}
