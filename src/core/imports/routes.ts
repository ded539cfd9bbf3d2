import { handle } from '../../platform/http/handler.ts'
import { listPage } from '../lists/listed-actions.ts'
import {
  cancelRun,
  commitRun,
  importFor,
  importRuns,
  kindsFor,
  rowsFor,
  startImport,
  stopRun,
  undoRun,
} from './actions.ts'
import {
  importCancel,
  importCommit,
  importDetail,
  importKinds,
  importRows,
  importSheet,
  importStart,
  importStop,
  importTemplate,
  importUndo,
} from './contract.ts'
import type { AnyKind } from './kind-actions.ts'
import { importList } from './list-contract.ts'
import { rowsLink, templateLink } from './sheet-actions.ts'

/** `kinds`: whatever can be imported; src/app collects it. */
export const routes = (kinds: readonly AnyKind[]) => [
  handle(importKinds, (ctx) => kindsFor(ctx, kinds)),
  handle(importTemplate, (ctx, input) => templateLink(ctx, kinds, input)),
  handle(importStart, (ctx, input, file) => startImport(ctx, kinds, input.kind, file)),
  handle(importList, (ctx, input) => listPage(ctx, importRuns(kinds), input)),
  handle(importDetail, (ctx, input) => importFor(ctx, kinds, input.id)),
  handle(importRows, (ctx, input) => rowsFor(ctx, kinds, input)),
  handle(importSheet, (ctx, input) => rowsLink(ctx, kinds, input)),
  handle(importCommit, (ctx, input) => commitRun(ctx, kinds, input)),
  handle(importCancel, (ctx, input) => cancelRun(ctx, kinds, input.id)),
  handle(importStop, (ctx, input) => stopRun(ctx, kinds, input.id)),
  handle(importUndo, (ctx, input) => undoRun(ctx, kinds, input)),
]
