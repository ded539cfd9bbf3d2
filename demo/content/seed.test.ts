import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demoProjects } from '../catalogue/projects.ts'
import { cleanHtml } from '../../src/shop/editing/clean-actions.ts'
import { htmlOf } from './blocks.ts'
import { demoCases } from './cases.ts'
import { demoCourses } from './courses.ts'
import { demoNews } from './news.ts'
import { demoServices } from './services.ts'
import { demoAcknowledgements, demoBanners, demoPartners, partnerLogo } from './site.ts'
import { wordsOf } from '../../src/shop/media/rich-text-rules.ts'

const articles = [...demoNews, ...demoCourses, ...demoServices]
const slugs = new Set(demoProjects.map((project) => project.slug))
const names = new Set(demoProjects.map((project) => project.name))

describe('the demo content', () => {
  it('has the required numbers of articles, cases, acknowledgements and partners', () => {
    expect(demoNews.length).toBeGreaterThanOrEqual(4)
    expect(demoCourses.length).toBeGreaterThanOrEqual(5)
    expect(demoServices.length).toBeGreaterThanOrEqual(4)
    expect(articles.length).toBeGreaterThanOrEqual(12)
    expect(demoCases.length).toBeGreaterThanOrEqual(8)
    expect(demoAcknowledgements.length).toBeGreaterThanOrEqual(12)
    expect(demoPartners.length).toBeGreaterThanOrEqual(16)
  })

  it.each(articles.map((article) => [article.title, article] as const))(
    '「%s」 has 600 to 1500 characters and headings, and refers to existing projects',
    (_, article) => {
      const html = htmlOf(article.body)
      // Opening and saving it in the editor changes nothing.
      expect(cleanHtml(html)).toBe(html)
      const length = [...wordsOf(html).replace(/\s/g, '')].length
      expect(length).toBeGreaterThanOrEqual(600)
      expect(length).toBeLessThanOrEqual(1500)
      expect(html.match(/<h2>/g)?.length ?? 0).toBeGreaterThanOrEqual(2)
      expect(html.replace(/<\/?(?:p|h2|h3|ul|ol|li|table|thead|tbody|tr|th|td|blockquote)>/g, '')).not.toMatch(/[<>]/)
      for (const slug of article.projects) expect(slugs).toContain(slug)
      expect([...article.sketch].length).toBeGreaterThan(10)
      expect(article.date).toMatch(/^20\d\d-\d\d-\d\d$/)
    },
  )

  it('no title, sketch or picture occurs twice, and all named projects exist', () => {
    for (const list of [articles, demoCases, demoBanners] as { title: string; sketch?: string }[][]) {
      expect(new Set(list.map((item) => item.title)).size).toBe(list.length)
      expect(new Set(list.map((item) => item.sketch ?? item.title)).size).toBe(list.length)
    }
    for (const { project } of [...demoCases, ...demoBanners]) expect(slugs).toContain(project)
    expect(new Set(demoPartners).size).toBe(demoPartners.length)
  })

  it('[H-08] acknowledgements name projects of the catalogue, and people and journals named as examples', () => {
    expect(new Set(demoAcknowledgements.map(({ code }) => code)).size).toBe(demoAcknowledgements.length)
    for (const { title, company, code } of demoAcknowledgements) {
      expect(names).toContain(title)
      expect(company).toMatch(/^示例/)
      expect(code).toMatch(/^示例期刊/)
    }
    for (const partner of demoPartners) expect(partner).toMatch(/^示例/)
  })

  it('[H-09] every partner has a logo of its own in the one file of logos', () => {
    const [head, ...logos] = readFileSync('public/demo/partners.svg', 'utf8').split('<view ')
    // The file has the size of one logo, because pages derive the height of a logo from it.
    expect(head).toContain('width="160" height="48"')
    expect(logos).toHaveLength(demoPartners.length)
    demoPartners.forEach((name, index) => {
      expect(logos[index]).toContain(`id="${partnerLogo(index).split('#')[1]}"`)
      expect(logos[index]).toContain(name)
    })
    const marks = logos.map((logo) => logo.replace(/^.*?<g[^>]*>/, '').replace(/<text.*$/s, ''))
    expect(new Set(marks).size).toBe(logos.length)
  })
})
