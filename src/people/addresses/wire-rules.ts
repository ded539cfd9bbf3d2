/** An address of the table as it travels, in the specification's names. */
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
