import type { ServiceType } from './service-rules.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { type EntryForm, entryFormLabels, storageLabels, type Storage } from './entry/entry-rules.ts'
import { type Hazard, hazardLabels } from '../../shop/catalogue/requirements/hazard-rules.ts'
import { sampleStageLabel, type SampleStage } from './rules.ts'

/** A sample as it is stored. */
export interface SampleRow {
  id: number
  sampleNo: string
  orderId: number
  orderNo: string
  lineId: number
  customerId: number
  serviceType: ServiceType
  ownNo: string
  name: string
  form: EntryForm
  composition: string
  amount: string
  warnings: string[]
  hazards: Hazard[]
  storage: Storage
  returnWanted: boolean
  remark: string
  stage: SampleStage
  version: number
  courier: string
  waybill: string
  receivedAt: Date | null
  weightMg: number | null
  condition: string
  shelf: string
  photoFileId: number | null
  returnCourier: string
  returnWaybill: string
  returnedAt: Date | null
  keepUntil: Date | null
  /** The reason given for its stage; otherwise empty. */
  stageReason: string
  /** Whether the courier is or was asked for the way of its parcels. */
  followed: boolean
}

/** A sample as calls answer it, with the labels of its codes. */
export function sampleWire(row: SampleRow) {
  const time = (at: Date | null) => (at ? shanghaiTime(at) : null)
  return {
    id: row.id,
    sampleNo: row.sampleNo,
    orderNo: row.orderNo,
    lineId: row.lineId,
    ownNo: row.ownNo,
    name: row.name,
    form: row.form,
    formName: entryFormLabels[row.form],
    composition: row.composition,
    amount: row.amount,
    warnings: row.warnings,
    hazards: row.hazards,
    hazardNames: row.hazards.map((hazard) => hazardLabels[hazard]),
    storage: row.storage,
    storageName: storageLabels[row.storage],
    returnWanted: row.returnWanted,
    remark: row.remark,
    stage: row.stage,
    stageName: sampleStageLabel(row.stage, row.serviceType),
    serviceType: row.serviceType,
    version: row.version,
    courier: row.courier,
    waybill: row.waybill,
    receivedAt: time(row.receivedAt),
    weightMg: row.weightMg,
    condition: row.condition,
    shelf: row.shelf,
    returnCourier: row.returnCourier,
    returnWaybill: row.returnWaybill,
    returnedAt: time(row.returnedAt),
    keepUntil: time(row.keepUntil),
    stageReason: row.stageReason,
    hasPhotos: row.photoFileId !== null,
    followed: row.followed,
  }
}
