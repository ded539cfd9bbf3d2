import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import {
  addInstrument,
  blockInstrument,
  diaryPage,
  downtimePage,
  editInstrument,
  instrumentPage,
  instruments,
  moveInstrument,
  noteInstrument,
  unblockInstrument,
  withdrawNote,
} from './actions.ts'
import {
  instrumentAdd,
  instrumentBlock,
  instrumentDetail,
  instrumentDiary,
  instrumentDowntimes,
  instrumentEdit,
  instrumentMove,
  instrumentNote,
  instrumentUnblock,
  instrumentWithdrawNote,
} from './contract.ts'
import { instrumentList } from './list-contract.ts'

export const routes = [
  handle(instrumentList, (ctx, input) => listPage(ctx, instruments, input)),
  handle(instrumentDetail, (ctx, { id }) => instrumentPage(ctx, id)),
  handle(instrumentAdd, (ctx, input) => addInstrument(ctx, input)),
  handle(instrumentEdit, (ctx, input) => editInstrument(ctx, input)),
  handle(instrumentMove, (ctx, input) => moveInstrument(ctx, input)),
  handle(instrumentDiary, (ctx, input) => diaryPage(ctx, input)),
  handle(instrumentNote, (ctx, input) => noteInstrument(ctx, input)),
  handle(instrumentDowntimes, (ctx, input) => downtimePage(ctx, input)),
  handle(instrumentBlock, (ctx, input) => blockInstrument(ctx, input)),
  handle(instrumentWithdrawNote, (ctx, input) => withdrawNote(ctx, input)),
  handle(instrumentUnblock, (ctx, { downtimeId }) => unblockInstrument(ctx, downtimeId)),
]
