import { featuredCategoryIds, hotProjects, projectItems } from '../../catalogue/actions.ts'
import {
  categoryItems,
  checkCategory,
  newCategoryId,
  orderCategories,
  putCategory,
  readCategory,
  showCategory,
} from '../../catalogue/categories/category-actions.ts'
import {
  checkComplete,
  checkProject,
  newProject,
  projectPrepared,
  readProject,
  showProject,
  writeProject,
} from '../../catalogue/edit-actions.ts'
import { projectsInAll, projectsToEdit, readResults, writeResults } from '../../catalogue/examples/result-actions.ts'
import { refuseAt } from '../../../platform/contract/refusal.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { readSettings, writeSettings } from '../../../core/settings/actions.ts'
import { termsOfForm } from '../../../core/settings/report-template-rules.ts'
import type { KindData, KindName } from './kind-rules.ts'
import { fenOfText, textOfFen } from './setting-kind-rules.ts'
import { questionKind } from '../../method-guide/actions.ts'
import { contentErrors } from '../errors.ts'
import { isProjectLink } from '../../articles/rules.ts'
import { articleKinds, type ItemRow, pickedItems, pickItems } from '../../articles/item-actions.ts'

type DbCtx = Pick<Ctx, 'db'>
type Data = Record<string, unknown>

/** How the items of a kind are listed, read and written. Only publishing writes what the public pages read. */
export interface KindSource {
  /** In the order of the public pages. A kind with very many items answers only those with `kw` in their title and those in `also`. */
  rows: (ctx: DbCtx, wanted?: { kw?: string; also?: readonly number[] }) => Promise<ItemRow[]>
  /** The number of items, for kinds whose `rows` may leave some out. */
  count?: (ctx: DbCtx) => Promise<number>
  /** The item as the form's data; undefined when it does not exist. */
  read: (ctx: DbCtx, id: number) => Promise<Data | undefined>
  /** Checks of a draft beyond its fields; `write` makes the same checks. */
  check?: (ctx: Ctx, id: number | undefined, data: never) => Promise<void>
  /** Inserts or updates the item and makes it visible. Only publishing calls this. */
  write: (ctx: Ctx, id: number, data: never) => Promise<void>
  /** Checks of a version that is published or scheduled; drafts may be incomplete. */
  checkComplete?: (ctx: Ctx, id: number, data: never) => Promise<void>
  /** Told after every change of the version that is being prepared: its state, and its text when it was saved. */
  prepared?: (ctx: Ctx, id: number, open: 'draft' | 'scheduled' | null, data?: never) => Promise<void>
  nextId?: (ctx: Ctx, data: never) => Promise<number>
  show?: (ctx: Ctx, id: number, published: boolean) => Promise<unknown>
  order?: (ctx: DbCtx, ids: readonly number[]) => Promise<void>
}

const HOT_PROJECTS = 8

export const kindSources: Record<KindName, KindSource> = {
  ...articleKinds,
  banner: {
    ...articleKinds.banner,
    checkComplete: async (ctx, _id, { redirect }: KindData<'banner'>) => {
      if (!isProjectLink(redirect) || (await projectItems(ctx, [Number(redirect)])).length > 0) return
      throw refuseAt('data.redirect', contentErrors.projectNotOnSale)
    },
  },
  guideQuestion: questionKind,
  category: {
    rows: categoryItems,
    read: readCategory,
    write: (ctx, id, data: KindData<'category'>) => putCategory(ctx, id, data),
    check: async (ctx, id, data: KindData<'category'>) => void (await checkCategory(ctx, id, data)),
    nextId: newCategoryId,
    show: showCategory,
    order: orderCategories,
  },
  homeBlocks: single('首页版块', {
    read: async (ctx) => ({ blocks: (await readSettings(ctx, ['homeBlocks'])).homeBlocks }),
    write: (ctx, _id, { blocks }: KindData<'homeBlocks'>) => writeSettings(ctx, { homeBlocks: blocks }),
  }),
  serviceMenu: single('服务项目菜单', {
    read: async (ctx) => ({ entries: (await readSettings(ctx, ['serviceMenu'])).serviceMenu }),
    write: (ctx, _id, { entries }: KindData<'serviceMenu'>) => writeSettings(ctx, { serviceMenu: entries }),
  }),
  hotArea: single('热门专区', {
    read: async (ctx) => ({ ids: (await pickedItems(ctx, 'hotArea')) ?? (await featuredCategoryIds(ctx)) }),
    write: (ctx, _id, data: KindData<'hotArea'>) => pickItems(ctx, 'hotArea', data.ids),
  }),
  hotProjects: single('热门项目', {
    read: async (ctx) => ({
      ids: (await pickedItems(ctx, 'hotProjects')) ?? (await hotProjects(ctx, HOT_PROJECTS)).map(({ rid }) => rid),
    }),
    write: (ctx, _id, data: KindData<'hotProjects'>) => pickItems(ctx, 'hotProjects', data.ids),
  }),
  project: {
    rows: projectsToEdit,
    count: projectsInAll,
    read: readProject,
    write: (ctx, id, data: KindData<'project'>) => writeProject(ctx, id, data),
    check: (ctx, id, data: KindData<'project'>) => checkProject(ctx, id, data),
    checkComplete: (ctx, id, data: KindData<'project'>) => checkComplete(ctx, id, data),
    prepared: (ctx, id, open, data?: KindData<'project'>) => projectPrepared(ctx, id, open, data),
    nextId: (ctx, data: KindData<'project'>) => newProject(ctx, data),
    show: showProject,
  },
  projectResult: {
    rows: projectsToEdit,
    count: projectsInAll,
    read: readResults,
    write: (ctx, id, { results }: KindData<'projectResult'>) => writeResults(ctx, id, results),
  },
  settingSite: single('网站名称与备案', {
    read: async (ctx) => {
      const { siteName, siteSlogan, icp, businessLicense } = await readSettings(ctx, [
        'siteName',
        'siteSlogan',
        'icp',
        'businessLicense',
      ])
      return {
        ...{ siteName, siteSlogan, icpNumber: icp.number, policeNumber: icp.police },
        ...{ licenseNumber: businessLicense.number, licenseLink: businessLicense.link },
      }
    },
    write: (ctx, _id, data: KindData<'settingSite'>) =>
      writeSettings(ctx, {
        siteName: data.siteName,
        siteSlogan: data.siteSlogan,
        icp: { number: data.icpNumber, police: data.policeNumber },
        businessLicense: { number: data.licenseNumber, link: data.licenseLink },
      }),
  }),
  settingImages: single('图片地址', {
    read: (ctx) => readSettings(ctx, ['imageBase']),
    write: (ctx, _id, { imageBase }: KindData<'settingImages'>) => writeSettings(ctx, { imageBase }),
  }),
  settingContact: single('联系方式', {
    read: async (ctx) => (await readSettings(ctx, ['localInfo'])).localInfo,
    write: (ctx, _id, localInfo: KindData<'settingContact'>) => writeSettings(ctx, { localInfo }),
  }),
  settingParcel: single('收样地址', {
    read: async (ctx) => (await readSettings(ctx, ['labAddress'])).labAddress,
    write: (ctx, _id, labAddress: KindData<'settingParcel'>) => writeSettings(ctx, { labAddress }),
  }),
  settingHours: single('工作时间', {
    read: async (ctx) => {
      const { workingHours, hourExceptions } = await readSettings(ctx, ['workingHours', 'hourExceptions'])
      return { workingHours, exceptions: hourExceptions }
    },
    write: (ctx, _id, { workingHours, exceptions }: KindData<'settingHours'>) =>
      writeSettings(ctx, { workingHours, hourExceptions: exceptions }),
  }),
  settingQuietHours: single('短信免打扰时段', {
    read: async (ctx) => (await readSettings(ctx, ['quietHours'])).quietHours,
    write: (ctx, _id, quietHours: KindData<'settingQuietHours'>) => writeSettings(ctx, { quietHours }),
  }),
  settingRegions: single('上门取样地区', {
    read: async (ctx) => ({ codes: (await readSettings(ctx, ['allowRegion'])).allowRegion }),
    write: (ctx, _id, { codes }: KindData<'settingRegions'>) => writeSettings(ctx, { allowRegion: codes }),
  }),
  settingPickup: single('取样日历', {
    read: async (ctx) => {
      const { capacity, ...calendar } = (await readSettings(ctx, ['samplingSetting'])).samplingSetting
      return { ...calendar, capacity: String(capacity) }
    },
    write: (ctx, _id, { capacity, ...calendar }: KindData<'settingPickup'>) =>
      writeSettings(ctx, { samplingSetting: { ...calendar, capacity: Number(capacity) } }),
  }),
  settingQr: single('二维码', {
    read: async (ctx) => ({ codes: (await readSettings(ctx, ['qrCodes'])).qrCodes }),
    write: (ctx, _id, { codes }: KindData<'settingQr'>) => writeSettings(ctx, { qrCodes: codes }),
  }),
  settingSamples: single('留样与寄回', {
    read: async (ctx) => {
      const { sampleKeepDays, returnAfterPayment } = await readSettings(ctx, ['sampleKeepDays', 'returnAfterPayment'])
      return { keepDays: String(sampleKeepDays), returnAfterPayment: returnAfterPayment ? 'paid' : 'any' }
    },
    write: (ctx, _id, { keepDays, returnAfterPayment }: KindData<'settingSamples'>) =>
      writeSettings(ctx, { sampleKeepDays: Number(keepDays), returnAfterPayment: returnAfterPayment === 'paid' }),
  }),
  settingAccreditation: single('资质认定范围', {
    read: async (ctx) => ({ ids: (await readSettings(ctx, ['accreditedProjects'])).accreditedProjects }),
    write: (ctx, _id, { ids }: KindData<'settingAccreditation'>) => writeSettings(ctx, { accreditedProjects: ids }),
  }),
  settingVerifyChecks: single('审核核对清单', {
    read: async (ctx) => ({ checks: (await readSettings(ctx, ['verifyChecks'])).verifyChecks }),
    write: (ctx, _id, { checks }: KindData<'settingVerifyChecks'>) => writeSettings(ctx, { verifyChecks: checks }),
  }),
  settingTopUp: single('在线充值', {
    read: async (ctx) => {
      const { leastFen, mostFen, quickFen } = (await readSettings(ctx, ['topUp'])).topUp
      const quick = quickFen.map((fen) => ({ yuan: textOfFen(fen) }))
      return { least: textOfFen(leastFen), most: textOfFen(mostFen), quick }
    },
    write: (ctx, _id, { least, most, quick }: KindData<'settingTopUp'>) => {
      const quickFen = quick.map(({ yuan }) => fenOfText(yuan))
      return writeSettings(ctx, { topUp: { leastFen: fenOfText(least), mostFen: fenOfText(most), quickFen } })
    },
  }),
  settingReport: single('检测报告', {
    read: async (ctx) => {
      const { templates, ...terms } = (await readSettings(ctx, ['reportTerms'])).reportTerms
      const shown = templates.map(({ uncertainty, conditions, ...rest }) => ({
        ...rest,
        uncertainty: uncertainty ? 'yes' : 'no',
        conditions: conditions ? 'yes' : 'no',
      }))
      return { ...terms, templates: shown }
    },
    write: (ctx, _id, data: KindData<'settingReport'>) => writeSettings(ctx, { reportTerms: termsOfForm(data) }),
  }),
  settingContract: single('合同信息', {
    read: async (ctx) => (await readSettings(ctx, ['contractTerms'])).contractTerms,
    write: (ctx, _id, contractTerms: KindData<'settingContract'>) => writeSettings(ctx, { contractTerms }),
  }),
}

/** A kind with exactly one item, whose id is 1. */
function single(
  title: string,
  { read, write }: { read: (ctx: DbCtx) => Promise<Data>; write: KindSource['write'] },
): KindSource {
  return {
    rows: async () => [{ id: 1, title, published: true }],
    read: async (ctx, id) => (id === 1 ? read(ctx) : undefined),
    write,
  }
}
