import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { type ApiError, send } from '../../platform/client/transport.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { useFieldLink } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { openRegions } from './contract.ts'
import {
  citiesOf,
  cityCode,
  countiesOf,
  hasAllowedRegion,
  provinceCode,
  provincesOf,
  type Regions,
  regionOfCode,
} from './region-rules.ts'
import css from './region-picker.module.css'

/**
 * Three native selects for one six-digit code; inside `<Field as="group" of={…}>` they read and write its value. The list of regions is
 * requested when a picker is shown, once per visit. With `allowed` it offers only what lies in these regions.
 */
export function RegionPicker({ allowed }: { allowed?: readonly string[] }) {
  const { data, error, refetch } = useRegions()
  if (error && !data) {
    return (
      <p role="alert" className={css.failed}>
        地区列表加载失败
        <Button size="s" icon="refresh" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    )
  }
  return data ? <Selects regions={data} allowed={allowed} /> : <Skeleton lines={1} height={40} label="正在加载地区" />
}

/** Requested once; all users of the regions share the answer. */
export function useRegions() {
  return useQuery<Regions, ApiError>({
    queryKey: [openRegions.path],
    queryFn: () => send(openRegions, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

function Selects({ regions: all, allowed }: { regions: Regions; allowed: readonly string[] | undefined }) {
  const regions = useMemo(() => (allowed ? only(all, allowed) : all), [all, allowed])
  const id = useId()
  const link = useFieldLink()
  const county = regionOfCode(regions, String(link?.state?.value ?? ''))?.code ?? ''
  // The province and city chosen so far; only a county is a value.
  const [partial, setPartial] = useState({ province: '', city: '' })
  const province = county ? provinceCode(county) : partial.province
  const city = county ? cityCode(county) : partial.city
  const cities = province ? citiesOf(regions, province) : []
  const choose = (next: { province: string; city: string }) => {
    setPartial(next)
    link?.state?.set('')
  }
  const chooseProvince = (code: string | undefined) => {
    const [only, ...others] = code ? citiesOf(regions, code) : []
    choose({ province: code ?? '', city: only && others.length === 0 ? only.value : '' })
  }
  return (
    <div className={css.picker}>
      <Select
        id={`${id}p`}
        name="province"
        aria-label="省"
        autoComplete="off"
        placeholder="省"
        value={province}
        options={provincesOf(regions)}
        onValue={chooseProvince}
      />
      <Select
        id={`${id}c`}
        name="city"
        aria-label="市"
        autoComplete="off"
        placeholder="市"
        value={city}
        options={cities}
        onValue={(code: string | undefined) => choose({ province, city: code ?? '' })}
      />
      <Select
        id={`${id}a`}
        name="county"
        aria-label="区县"
        autoComplete="off"
        placeholder="区县"
        value={county}
        options={city ? countiesOf(regions, city) : []}
        onValue={(code: string | undefined) => {
          setPartial({ province, city })
          link?.state?.set(code ?? '')
        }}
      />
    </div>
  )
}

function only({ names, retired }: Regions, allowed: readonly string[]): Regions {
  return {
    names: Object.fromEntries(Object.entries(names).filter(([code]) => hasAllowedRegion(code, allowed))),
    retired,
  }
}
