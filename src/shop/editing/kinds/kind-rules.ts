import { projectTag } from '../../catalogue/tag-rules.ts'
import type { z } from 'zod'
import { type ContentKind, defineKind } from './define-kind-rules.ts'
import { homeBlockLabels, namesOf } from '../../../core/settings/arrangement-rules.ts'
import { serviceEntries } from '../../../core/settings/service-menu-rules.ts'
import * as fields from './field-rules.ts'
import { type PageSlug, pagePaths, pageSlugs, placeholderNames } from '../../articles/page-rules.ts'
import { articleSections, articleTypeLabels } from '../../articles/rules.ts'
import { projectKind } from './project-kind-rules.ts'
import { settingKinds } from './setting-kind-rules.ts'
import { type GuideTopic, guideTopics, mostGuideMethods } from '../../method-guide/rules.ts'
import { categoryDescription } from '../../../core/settings/search-engines/seo-rules.ts'

const articlePath = (id: number) => `/article/${id}`

const banner = defineKind({
  label: '轮播图',
  group: '首页',
  title: 'title',
  ordered: true,
  tags: ['banner'],
  path: () => '/',
  leadsTyped: true,
  hint: '首页最多显示前 8 张',
  fields: {
    title: fields.text('标题', 60, { required: true }),
    description: fields.lines('说明', 200),
    img: fields.image('图片', { hint: '建议宽 1280 像素以上，宽高比 2:1；不传则显示示意图' }),
    figure: fields.figure('示意图', { hint: '没有图片时显示' }),
    redirect: fields.link('跳转', {
      alsoProject: true,
      hint: '项目编号、以 / 开头的本站路径，或 http(s) 网址（在新窗口打开）；不填则没有按钮',
    }),
  },
})

const homeBlocks = defineKind({
  label: '首页版块',
  group: '首页',
  single: true,
  tags: ['picks'],
  path: () => '/',
  hint: '版块从上到下的顺序；没有内容的版块不显示',
  fields: {
    blocks: fields.arrangement(
      '版块',
      namesOf(homeBlockLabels).map((value) => ({ value, label: homeBlockLabels[value] })),
      { hint: '拖动左侧的手柄，或用上移、下移调整顺序' },
    ),
  },
})

const serviceMenu = defineKind({
  label: '服务项目菜单',
  group: '首页',
  single: true,
  tags: ['settings'],
  path: () => '/',
  hint: '页面顶部「服务项目」菜单的顺序与显示；隐藏的页面仍可从搜索和链接进入',
  fields: {
    entries: fields.arrangement(
      '菜单项',
      namesOf(serviceEntries).map((value) => ({ value, label: serviceEntries[value].label })),
      { hint: '拖动左侧的手柄，或用上移、下移调整顺序' },
    ),
  },
})

const category = defineKind({
  label: '项目分类',
  group: '首页',
  title: 'name',
  ordered: true,
  tags: ['catalogue', 'projects'],
  path: (id) => `/project?typeId=${id}`,
  hint: '三个类型固定，其下最多两级分类；还有在售项目的分类不能下线',
  fields: {
    name: fields.text('名称', 30, { required: true }),
    parentId: fields.parent('上级', { hint: '类型或一级分类；三个类型本身没有上级' }),
    img: fields.image('图片'),
    sketch: fields.lines('简介', 200, { hint: '在热门专区里显示' }),
    tags: fields.tags('标签', 12),
    seo: fields.seo('搜索与分享', (at) => ({
      title: String(at('name') ?? ''),
      description: at('name') ? categoryDescription(String(at('name')), String(at('sketch') ?? '')) : '',
      img: '',
    })),
  },
})

const hotArea = defineKind({
  label: '热门专区',
  group: '首页',
  single: true,
  tags: ['picks'],
  path: () => '/',
  fields: { ids: fields.categories('分类', 8, { hint: '按显示顺序排列；图片与简介取自项目分类' }) },
})

const hotProjects = defineKind({
  label: '热门项目',
  group: '首页',
  single: true,
  tags: ['picks'],
  path: () => '/',
  fields: { ids: fields.projects('项目', 12, { hint: '按显示顺序排列；已下架的项目不会显示' }) },
})

const partner = defineKind({
  label: '合作单位',
  group: '首页',
  title: 'name',
  ordered: true,
  tags: ['partner'],
  path: () => '/',
  fields: {
    name: fields.text('名称', 40, { required: true }),
    img: fields.image('标志', { hint: '不传则显示名称' }),
  },
})

const serviceCase = defineKind({
  label: '服务案例',
  group: '栏目',
  title: 'title',
  tags: ['case'],
  path: articlePath,
  fields: {
    title: fields.text('标题', 80, { required: true }),
    sketch: fields.lines('摘要', 300, { required: true }),
    img: fields.image('图片'),
    figure: fields.figure('示意图', { hint: '没有图片时显示' }),
    createdOn: fields.date('日期'),
    projectId: fields.project('所用项目'),
    source: fields.link('外部来源', { hint: '填写后，列表里的案例直接打开这个网址' }),
    body: fields.richText('正文'),
  },
})

const acknowledgement = defineKind({
  label: '文章致谢',
  group: '栏目',
  title: 'code',
  tags: ['acknowledgement'],
  path: () => '/list/thanks',
  fields: {
    company: fields.text('作者单位', 80, { required: true }),
    title: fields.text('服务项目', 80, { required: true }),
    code: fields.text('期刊', 200, { required: true }),
    content: fields.lines('致谢内容', 600, { required: true }),
    sketch: fields.lines('文章摘要', 600),
    source: fields.link('原文链接'),
    publishedOn: fields.date('发表日期'),
  },
})

const article = defineKind({
  label: '文章与课程',
  group: '栏目',
  title: 'title',
  tags: ['article'],
  path: articlePath,
  fields: {
    type: fields.select(
      '栏目',
      articleSections.map((value) => ({ value, label: articleTypeLabels[value] })),
    ),
    title: fields.text('标题', 80, { required: true }),
    sketch: fields.lines('摘要', 300, { required: true }),
    img: fields.image('图片', { hint: '建议宽 1280 像素以上，宽高比 2:1；不传则显示示意图' }),
    figure: fields.figure('示意图', { hint: '没有图片时显示' }),
    tags: fields.tags('标签', 8),
    body: fields.richText('正文', { required: true }),
    source: fields.link('原文链接'),
    projectIds: fields.projects('文中用到的项目', 6),
    publishedAt: fields.moment('显示的日期', { required: true, hint: '决定排列顺序；定时上线请用「定时发布」' }),
    seo: fields.seo('搜索与分享', (at) => ({
      title: String(at('title') ?? ''),
      description: String(at('sketch') ?? ''),
      img: String(at('img') ?? ''),
    })),
  },
})

const page = defineKind({
  label: '文字页面',
  group: '栏目',
  title: 'title',
  fixed: true,
  tags: ['page'],
  path: (id) => pagePaths[pageSlugs[id - 1] as PageSlug] ?? '/',
  fields: {
    title: fields.text('标题', 40, { required: true }),
    sub: fields.text('副标题', 80),
    description: fields.lines('给搜索引擎的描述', 160, { required: true }),
    body: fields.richText('正文', {
      hint: `二级标题成为目录。可以写 ${placeholderNames.map((name) => `{{${name}}}`).join(' ')}，显示时换成设置里的值`,
    }),
  },
})

const notice = defineKind({
  label: '站点通知',
  group: '栏目',
  title: 'title',
  tags: ['notice'],
  path: () => '/',
  fields: {
    title: fields.text('内容', 80, { required: true }),
    link: fields.link('链接'),
    shownFrom: fields.moment('开始显示', { required: true }),
    shownUntil: fields.moment('结束显示', { hint: '不填则一直显示' }),
  },
})

const projectResult = defineKind({
  label: '结果示例',
  group: '检测项目',
  action: 'catalogue.edit',
  fixed: true,
  tags: ['catalogue'],
  itemTags: { one: projectTag, all: 'projects' },
  path: (id) => `/detail/${id}`,
  hint: '每个项目的结果与示例数据；项目很多时请用搜索找到它',
  fields: {
    results: fields.list(
      '结果',
      {
        title: fields.text('标题', 40, { required: true }),
        text: fields.lines('说明', 300, { required: true }),
        figure: fields.figure('示意图', { hint: '没有示例数据时显示' }),
        measurement: fields.measurement('示例数据'),
      },
      6,
      { hint: '按显示顺序排列，最多 6 项' },
    ),
  },
})

const guideQuestion = defineKind({
  label: '选方法',
  group: '检测项目',
  action: 'catalogue.edit',
  title: 'title',
  ordered: true,
  tags: ['guide'],
  path: (id) => `/choose?q=${id}`,
  hint: '客户想知道什么，哪些项目能回答；样品要求、价格与周期取自项目',
  fields: {
    title: fields.text('想知道什么', 60, { required: true, hint: '用客户的话写，如「样品里有哪些元素，各占多少」' }),
    topic: fields.select(
      '分组',
      Object.entries(guideTopics).map(([value, label]) => ({ value: value as GuideTopic, label })),
    ),
    hint: fields.lines('说明', 200),
    methods: fields.list(
      '方法',
      {
        projectId: fields.project('项目'),
        answers: fields.lines('能回答什么', 160, { required: true }),
        limits: fields.lines('局限', 160),
      },
      mostGuideMethods,
      { hint: '按推荐的先后排列；已下架的项目不会显示' },
    ),
  },
})

/** All kinds of content. The console's menu, lists and editors, the server's checks and the tests read this table. */
export const contentKinds = {
  homeBlocks,
  serviceMenu,
  banner,
  category,
  hotArea,
  hotProjects,
  partner,
  serviceCase,
  acknowledgement,
  article,
  page,
  notice,
  project: projectKind,
  projectResult,
  guideQuestion,
  ...settingKinds,
} as const
export type KindName = keyof typeof contentKinds
export const kindNames = Object.keys(contentKinds) as [KindName, ...KindName[]]
export type KindData<K extends KindName> = z.output<(typeof contentKinds)[K]['schema']>

/** The kind without its exact types, for code that treats all kinds alike. */
export function kindOf(name: KindName): ContentKind {
  return contentKinds[name] as unknown as ContentKind
}

export const revisionStates = {
  draft: '草稿',
  scheduled: '待定时发布',
  published: '已发布',
  superseded: '历史版本',
  archived: '已下线',
} as const
export type RevisionState = keyof typeof revisionStates

export interface Difference {
  field: string
  label: string
  before: unknown
  after: unknown
}

/** The fields that differ between two versions, with their labels. */
export function differences(
  kind: ContentKind,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Difference[] {
  const [old, now] = [completed(kind, before), completed(kind, after)]
  return Object.entries(kind.fields)
    .filter(([name]) => !isSame(old[name], now[name]))
    .map(([field, { label }]) => ({ field, label, before: old[field] ?? null, after: now[field] ?? null }))
}

/** A version from before a field existed has what the field holds when nothing was entered. */
export function completed(kind: ContentKind, data: Record<string, unknown>): Record<string, unknown> {
  const missing = Object.entries(kind.fields).filter(([name]) => data[name] === undefined)
  return {
    ...data,
    ...Object.fromEntries(missing.map(([name, { schema }]) => [name, schema.safeParse(undefined).data])),
  }
}

/** Equal as data: the database returns the keys of an object in another order than a form sends them. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(inOrder(left ?? null)) === JSON.stringify(inOrder(right ?? null))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]))
}

/** The title of an item in lists. */
export function titleOf(kind: ContentKind, data: Record<string, unknown>): string {
  const title = kind.title === undefined ? undefined : data[kind.title]
  return typeof title === 'string' && title !== '' ? title : kind.label
}
