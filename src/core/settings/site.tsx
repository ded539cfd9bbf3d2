import { createContext, type ReactNode, useContext } from 'react'
import type { MetaDescriptor } from 'react-router'
import type { SiteSettings } from './contract.ts'
import type { StructuredData } from './search-engines/structured-data-rules.ts'

/** What every public page knows of this installation: its public settings and its public URL. */
export interface Site {
  settings: SiteSettings
  publicUrl: string
  year: number
}

const SiteContext = createContext<Site | undefined>(undefined)

export function SiteProvider({ site, children }: { site: Site | undefined; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

/** Undefined only on the error page, when the settings could not be read. */
export function useSite(): Site | undefined {
  return useContext(SiteContext)
}

export interface PageMeta {
  title: string
  description: string
  /** Path of the page without query parameters that do not make a page of their own. */
  path: string
  noindex?: boolean
  /** The Open Graph type of a shared link. */
  kind?: 'website' | 'article' | 'product'
  /** The picture of a shared link; without it the picture of the site. */
  picture?: (site: Site) => { url: string; width: number; height: number }
  /** Structured data; `site` is the organisation that it belongs to. */
  structured?: (site: Site) => StructuredData[]
}

type Matches = readonly ({ loaderData?: unknown } | undefined)[]

/** Title, description and canonical address. `matches` is what React Router gives to `meta`. */
export function pageMeta(
  { title, description, path, noindex, kind = 'website', picture, structured }: PageMeta,
  matches: Matches,
): MetaDescriptor[] {
  const site = matches.map((match) => match?.loaderData).find(isSiteData)?.site
  const name = site?.settings.siteName ?? '明析科测'
  const url = `${site?.publicUrl ?? ''}${path}`
  return [
    { title: title === name ? `${name} - ${site?.settings.siteSlogan ?? ''}` : `${title} - ${name}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...card({ 'og:type': kind, 'og:site_name': name, 'og:title': title, 'og:description': description, 'og:url': url }),
    ...card({ ...shown(site, picture, title), 'og:locale': 'zh_CN' }),
    ...(site && structured && !noindex ? structured(site).map((data) => ({ 'script:ld+json': data })) : []),
  ] as MetaDescriptor[]
}

/** Pages without a picture of their own only name the picture of the site. */
function shown(site: Site | undefined, picture: PageMeta['picture'], title: string): Record<string, string> {
  if (!site || !picture) return { 'og:image': `${site?.publicUrl ?? ''}/share.png` }
  const { url, width, height } = picture(site)
  return {
    'og:image': url,
    'og:image:width': String(width),
    'og:image:height': String(height),
    'og:image:alt': title,
    'twitter:card': 'summary_large_image',
  }
}

/** The meta elements for sharing the page (Open Graph). */
function card(properties: Record<string, string>): MetaDescriptor[] {
  return Object.entries(properties).map(([property, content]) => ({ property, content }))
}

function isSiteData(data: unknown): data is { site: Site } {
  return typeof data === 'object' && data !== null && 'site' in data
}
