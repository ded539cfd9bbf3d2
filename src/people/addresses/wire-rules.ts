/** Turns a row into the output of calls, with the names of the specification. */
export function addressToWire(row: {
  id: number
  name: string
  phone: string
  areaCode: string
  province: string
  city: string
  area: string
  address: string
  isDefault: boolean
}) {
  const { id, name, phone, areaCode, province, city, area, address, isDefault } = row
  return { address_rid: id, name, phone, province, city, area, address, address_code: areaCode, default: isDefault }
}
