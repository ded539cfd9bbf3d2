/** Shown wherever a report is promised or delivered, unless every project of the order is in the accredited scope. */
const NOTE =
  '本机构未取得或本项目不在检验检测机构资质认定（CMA）、CNAS 认可范围内的，报告不加盖相应标志，仅供科研、教学与内部参考，不具有对社会的证明作用。'

/** Empty when all projects are accredited; `accredited` is the setting that lists them. */
export function accreditationNote(rids: readonly number[], accredited: readonly number[]): string {
  return rids.length > 0 && rids.every((rid) => accredited.includes(rid)) ? '' : NOTE
}
