import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openRegions } from '../../../../core/regions/contract.ts'
import { citiesOf, countiesOf, provinceCode, provincesOf, type Regions } from '../../../../core/regions/region-rules.ts'
import { type ApiError, send } from '../../../../platform/client/transport.ts'
import { Button } from '../../../../ui/inputs/button.tsx'
import { Select } from '../../../../ui/inputs/input.tsx'
import { Loaded } from '../../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../../ui/feedback/states.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import css from '../../inputs.module.css'
import { useList } from './list-inputs.tsx'

/** Provinces, cities or counties; a region includes all regions inside it. */
export function RegionsInput() {
  const regions = useQuery<Regions, ApiError>({
    queryKey: [openRegions.path],
    queryFn: () => send(openRegions, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded of={regions} waiting={<Skeleton lines={1} height={40} label="正在加载地区" />}>
      {(data) => <Chosen regions={data} />}
    </Loaded>
  )
}

function Chosen({ regions }: { regions: Regions }) {
  const { list, add, remove } = useList<string>()
  const [place, setPlace] = useState({ province: '', city: '', county: '' })
  const code = place.county || place.city || place.province
  const named = (each: string) => {
    const own = regions.names[each] ?? each
    return each.endsWith('0000') ? own : `${regions.names[provinceCode(each)] ?? ''} ${own}`
  }
  return (
    <div className={css.stack}>
      {list.length > 0 ? (
        <span className="cluster">
          {list.map((each, index) => (
            <Tag key={each} onRemove={() => remove(index)}>
              {named(each)}
            </Tag>
          ))}
        </span>
      ) : (
        <p className={css.none}>还没有开通的地区，客户不能预约上门取样</p>
      )}
      <span className={css.add}>
        <Select
          name="region-province"
          aria-label="省份"
          placeholder="省份"
          value={place.province}
          options={provincesOf(regions)}
          onValue={(province) => setPlace({ province: province ?? '', city: '', county: '' })}
        />
        <Select
          name="region-city"
          aria-label="城市"
          placeholder="全省"
          value={place.city}
          options={place.province ? citiesOf(regions, place.province) : []}
          onValue={(city) => setPlace({ ...place, city: city ?? '', county: '' })}
        />
        <Select
          name="region-county"
          aria-label="区县"
          placeholder="全市"
          value={place.county}
          options={place.city ? countiesOf(regions, place.city) : []}
          onValue={(county) => setPlace({ ...place, county: county ?? '' })}
        />
        <Button
          icon="plus"
          disabled={code === '' || list.includes(code)}
          onClick={() => {
            add(code)
            setPlace({ province: '', city: '', county: '' })
          }}
        >
          添加
        </Button>
      </span>
    </div>
  )
}
