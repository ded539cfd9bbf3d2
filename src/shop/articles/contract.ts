import { homeBlockLabels, namesOf } from '../../core/settings/arrangement-rules.ts'
import { z } from 'zod'
import { projectItem } from '../catalogue/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, listOf, nothing, pageFields } from '../../platform/contract/fields.ts'
import { pictureNote } from '../media/credits/credit-contract.ts'
import { figureSchema } from '../media/figure-contract.ts'
import { caseItem } from './case-contract.ts'
import { pageSlugs } from './page-rules.ts'
import { articleTypes } from './rules.ts'
import { seoField } from '../../core/settings/search-engines/seo-contract.ts'

const tile = { id: z.number().int(), name: z.string(), img: z.string(), figure: figureSchema.nullable() }

const acknowledgementItem = z.object({
  rid: z.number().int(),
  company: z.string(),
  title: z.string(),
  code: z.string(),
  content: z.string(),
  sketch: z.string(),
  source: z.string(),
})

/** The whole home page in one call; the property names are those of the specification. */
export const webIndex = defineCall({
  name: 'web/index',
  area: 'open',
  method: 'GET',
  summary: '首页数据',
  cacheTags: ['catalogue', 'banner', 'case', 'acknowledgement', 'partner', 'picks'],
  replica: true,
  input: nothing,
  output: z.object({
    /** What is shown, from top to bottom. */
    blocks: z.array(z.enum(namesOf(homeBlockLabels))),
    bannerArr: z.array(
      z.object({
        img: z.string(),
        figure: figureSchema.nullable(),
        redirect: z.string(),
        title: z.string(),
        description: z.string(),
      }),
    ),
    typeArr: z.array(
      z.object({ ...tile, typeChildArr: z.array(z.object({ id: z.number().int(), name: z.string() })) }),
    ),
    prefectureNavBottomArr: z.array(z.object({ ...tile, sketch: z.string() })),
    hotItems: z.array(projectItem),
    serviceCaseArr: z.array(caseItem),
    thanksArr: z.array(acknowledgementItem),
    partnerArr: z.array(z.object({ name: z.string(), img: z.string() })),
  }),
})

const articleItem = z.object({
  id: z.number().int(),
  type: z.enum(articleTypes),
  title: z.string(),
  sketch: z.string(),
  img: z.string(),
  figure: figureSchema.nullable(),
  tags: z.array(z.string()),
  created: z.string(),
})

export const news = defineCall({
  name: 'web/news',
  area: 'open',
  method: 'GET',
  summary: '文章列表',
  cacheTags: ['article'],
  replica: true,
  input: z.strictObject({
    type: z.enum(articleTypes, { error: '文章类型不正确' }).default('news'),
    ...pageFields,
  }),
  output: listOf(articleItem),
})

/** Articles and cases share `/article/{id}` and one sequence of numbers. */
export const newsDetail = defineCall({
  name: 'web/news/detail',
  area: 'open',
  method: 'GET',
  summary: '文章详情',
  cacheTags: ['article', 'case', 'catalogue', 'settings'],
  replica: true,
  input: z.strictObject({ id: idField }),
  output: articleItem.extend({
    /** Cleaned HTML. */
    html: z.string(),
    source: z.string(),
    picture: pictureNote,
    projects: z.array(projectItem),
    seo: seoField,
  }),
})

export const ability = defineCall({
  name: 'web/ability',
  area: 'open',
  method: 'GET',
  summary: '能力展示的案例',
  cacheTags: ['case'],
  replica: true,
  input: z.strictObject({ ...pageFields }),
  output: listOf(caseItem),
})

/** Cases, and the articles written about services, newest first: what `/list/service` shows. */
export const service = defineCall({
  name: 'web/service',
  area: 'open',
  method: 'GET',
  summary: '服务案例与服务类文章',
  cacheTags: ['case', 'article'],
  replica: true,
  input: z.strictObject({ ...pageFields }),
  output: listOf(caseItem),
})

const found = { total: z.number().int(), totalIsCapped: z.boolean() }

/** Articles and cases in one answer, each with its own total; projects are found by `web/device/search`. */
export const articleSearch = defineCall({
  name: 'web/article/search',
  area: 'open',
  method: 'GET',
  summary: '文章与案例搜索',
  cacheTags: ['article', 'case'],
  replica: true,
  input: z.strictObject({
    kw: z.string({ error: '搜索词格式不正确' }).default(''),
    kind: z.enum(['article', 'case', ''], { error: '内容类型不正确' }).default(''),
    ...pageFields,
    page: pageFields.page.refine((page) => page <= 50, '请缩小范围后查看更多结果'),
  }),
  output: z.object({
    articles: z.object({ ...found, list: z.array(articleItem) }),
    cases: z.object({ ...found, list: z.array(caseItem) }),
    page: z.number().int(),
    size: z.number().int(),
  }),
})

export const acknowledge = defineCall({
  name: 'web/acknowledge',
  area: 'open',
  method: 'GET',
  summary: '文章致谢列表',
  cacheTags: ['acknowledgement'],
  replica: true,
  input: z.strictObject({ ...pageFields }),
  output: listOf(acknowledgementItem),
})

/** A page of text that editors maintain: about, guide, contact, agreement, privacy, showcase. */
export const webPage = defineCall({
  name: 'web/page',
  area: 'open',
  method: 'GET',
  summary: '文字页面，如关于我们、送样指南与隐私政策',
  cacheTags: ['page', 'settings'],
  replica: true,
  input: z.strictObject({ slug: z.enum(pageSlugs, { error: '没有这个页面' }) }),
  output: z.object({
    slug: z.enum(pageSlugs),
    title: z.string(),
    sub: z.string(),
    description: z.string(),
    /** One section per heading, as cleaned HTML. */
    sections: z.array(z.object({ title: z.string(), html: z.string() })),
  }),
})
export type WebPage = z.output<typeof webPage.output>
