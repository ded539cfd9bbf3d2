// Structured data of a page (schema.org). Only what search engines show.

export type StructuredData = Record<string, unknown>

/** The part of the site data that is needed. */
interface Site {
  settings: { siteName: string; localInfo: { email: string; phone: string; address: string } }
  publicUrl: string
}

const CONTEXT = 'https://schema.org'

export function organization({ settings, publicUrl }: Site): StructuredData {
  const { siteName, localInfo } = settings
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    name: siteName,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/share.png`,
    email: localInfo.email,
    telephone: localInfo.phone,
    address: { '@type': 'PostalAddress', addressCountry: 'CN', streetAddress: localInfo.address },
  }
}

/** The site's own search, so that search engines can offer it. */
export function webSite({ settings, publicUrl }: Site): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: settings.siteName,
    url: `${publicUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${publicUrl}/search?kw={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}

export function breadcrumbs({ publicUrl }: Site, crumbs: readonly { label: string; to: string }[]): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: publicUrl + encodeURI(to),
    })),
  }
}

export interface OfferedService {
  rid: number
  name: string
  description: string
  category: string
  /** URL of its picture. */
  image: string
  /** In yuan; undefined when the price needs a quote. */
  priceFrom: { yuan: number; unit: string } | undefined
  /** Of evaluations that the page shows; null without any. */
  rating: { count: number; average: number } | null
}

/** A test is declared as a product: search engines then show its price. */
export function service(
  site: Site,
  { rid, name, description, category, image, priceFrom, rating }: OfferedService,
): StructuredData {
  const url = `${site.publicUrl}/detail/${rid}`
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    additionalType: `${CONTEXT}/Service`,
    name,
    description,
    category,
    url,
    image,
    brand: { '@type': 'Brand', name: site.settings.siteName },
    ...(rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.average,
        reviewCount: rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    ...(priceFrom && {
      offers: {
        '@type': 'Offer',
        url,
        price: priceFrom.yuan.toFixed(2),
        priceCurrency: 'CNY',
        availability: `${CONTEXT}/InStock`,
        ...(priceFrom.unit && {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price: priceFrom.yuan.toFixed(2),
            priceCurrency: 'CNY',
            unitText: priceFrom.unit,
          },
        }),
      },
    }),
  }
}

export function questions(faq: readonly { question: string; answer: string }[]): StructuredData[] {
  if (faq.length === 0) return []
  return [
    {
      '@context': CONTEXT,
      '@type': 'FAQPage',
      mainEntity: faq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ]
}

export function article(
  site: Site,
  { id, title, sketch, created, image }: { id: number; title: string; sketch: string; created: string; image: string },
): StructuredData {
  const name = site.settings.siteName
  return {
    '@context': CONTEXT,
    '@type': 'Article',
    headline: title,
    description: sketch,
    datePublished: created,
    mainEntityOfPage: `${site.publicUrl}/article/${id}`,
    image,
    author: { '@type': 'Organization', name },
    publisher: { '@type': 'Organization', name },
  }
}
