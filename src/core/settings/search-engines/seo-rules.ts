import { workingDays } from '../opening-hours/days-rules.ts'
// What editors say to search engines about a page, instead of what the page says by itself.

export interface Seo {
  title: string
  description: string
  /** A picture of the library for shared links. */
  img: string
  indexed: 'yes' | 'no'
}

export const noSeo: Seo = { title: '', description: '', img: '', indexed: 'yes' }

/** Undefined when nothing was said, so that it costs no byte on a page. */
export function seoOf(stored: Seo | null | undefined): Seo | undefined {
  return stored && (stored.title || stored.description || stored.img || stored.indexed === 'no') ? stored : undefined
}

/** The description of a project's page without one of its own. */
export function projectDescription(project: {
  name: string
  sketch: string
  days: string
  forms: readonly string[]
}): string {
  const { name, sketch, days, forms } = project
  const accepted = forms.length > 0 ? `，接收${forms.join('、')}样品` : ''
  return `${name}：${sketch}。${workingDays(days)}出数据${accepted}。样品要求、参数与价格一页看清。`
}

/** The same for a list of a category. */
export function categoryDescription(name: string, sketch: string | undefined): string {
  return `${name}：${sketch || '按类别、标签、价格和周期选择检测项目'}。在线查看样品要求、参数与价格。`
}
