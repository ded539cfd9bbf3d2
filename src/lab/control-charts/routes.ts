import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { addChart, editChart, endChart, measure, setLimits, takeBack } from './actions.ts'
import {
  controlChartAdd,
  controlChartDetail,
  controlChartEdit,
  controlChartMeasure,
  controlChartMeasurements,
  controlChartSetLimits,
  controlChartStop,
  controlChartTakeBack,
} from './contract.ts'
import { controlChartList, controlMeasurementList } from './list-contract.ts'
import { chartPage, controlCharts, controlMeasurements, measurementPage } from './read-actions.ts'

export const routes = [
  handle(controlChartList, (ctx, input) => listPage(ctx, controlCharts, input)),
  handle(controlMeasurementList, (ctx, input) => listPage(ctx, controlMeasurements, input)),
  handle(controlChartDetail, (ctx, { id }) => chartPage(ctx, id)),
  handle(controlChartAdd, (ctx, input) => addChart(ctx, input)),
  handle(controlChartEdit, (ctx, input) => editChart(ctx, input)),
  handle(controlChartSetLimits, (ctx, input) => setLimits(ctx, input)),
  handle(controlChartMeasurements, (ctx, input) => measurementPage(ctx, input)),
  handle(controlChartMeasure, (ctx, input) => measure(ctx, input)),
  handle(controlChartStop, async (ctx, input) => {
    await endChart(ctx, input)
    return {}
  }),
  handle(controlChartTakeBack, async (ctx, input) => {
    await takeBack(ctx, input)
    return {}
  }),
]
