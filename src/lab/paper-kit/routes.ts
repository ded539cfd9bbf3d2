import { handle } from '../../platform/http/handler.ts'
import {
  dataPackageLink,
  dataPackageList,
  dataPackageStart,
  reportCurveFile,
  reportFigure,
  reportFigurePdf,
  reportPaper,
} from './contract.ts'
import { curveFile } from './curve-file-actions.ts'
import { figureFiles, figurePdf } from './figure/figure-actions.ts'
import { packageLink, packagesOfOrder, startPackage } from './packages/package-actions.ts'
import { paperOf } from './texts/texts-actions.ts'

export const routes = [
  handle(reportCurveFile, (ctx, input) => curveFile(ctx, input)),
  handle(reportFigure, async (ctx, { fileIds }) => ({ files: await figureFiles(ctx, fileIds) })),
  handle(reportFigurePdf, (ctx, { settings, browserKey }) => figurePdf(ctx, settings, browserKey)),
  handle(reportPaper, (ctx, { orderNo }) => paperOf(ctx, orderNo)),
  handle(dataPackageStart, (ctx, { orderNo, licence }) => startPackage(ctx, orderNo, licence)),
  handle(dataPackageList, async (ctx, { orderNo }) => ({ packages: await packagesOfOrder(ctx, orderNo) })),
  handle(dataPackageLink, (ctx, { id, browserKey }) => packageLink(ctx, id, browserKey)),
]
