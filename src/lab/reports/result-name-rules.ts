/** Which files may be results, and whose sample a file's name speaks of. The browser asks before sending, the server decides. */

/** Endings by kind; what is not listed is refused, so that no program and no page is delivered as data. */
const resultEndings = [
  // Text and tables
  'xy xye dat csv txt asc prn tsv jdx dx jcamp log rpt json',
  // Documents and pictures
  'pdf doc docx xls xlsx ppt pptx png jpg jpeg tif tiff bmp gif webp',
  // Archives of raw data
  'zip 7z rar gz tar',
  // Diffraction and crystallography
  'raw brml xrdml ras rasx uxd cif gpx hkl ins res',
  // Spectroscopy: XPS, IR, Raman, UV-Vis, EPR
  'vms spe kal avg spc sp spa 0 1 wdf spd opus dta dsc',
  // Microscopy and microanalysis
  'dm3 dm4 emd ser mrc emi spm ibw nid gwy bcf rto spx ctf ang h5oina',
  // Chromatography, mass spectrometry, magnetic resonance
  'mzml mzxml cdf lcd gcd qgd wiff d fid mnova',
  // Thermal analysis, sorption, electrochemistry
  'tri ngb-dt9 ngb-ss3 ngb-sd3 smp qps mpr mpt cor nda ndax',
  // Calculations and plots
  'opj opju mol mol2 pdb xyz gro vasp xsd car out hdf5 h5 npy mat',
]
const allowed = new Set(resultEndings.flatMap((endings) => endings.split(' ')))

/** Bytes that are a program, whatever the file is called. */
const program =
  /^application\/(x-msdownload|x-elf|x-mach-binary|vnd\.microsoft\.portable-executable|x-sh|java-vm|vnd\.android\.package-archive|x-msi|wasm)$/

/** `mime` is what the bytes say; the browser does not know it and asks by name only. */
export function isResultKind(name: string, mime = ''): boolean {
  return allowed.has(/\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '') && !program.test(mime)
}

/** An order's or sample's number alone in a name; the two digits of a sample may stand behind a dash or blank. */
const NUMBER = /(?<![A-Z0-9])(MX\d{11,15})(?:[-_ ]?(\d{2})(?!\d))?/g

/** Numbers in a file's name that are neither this order's nor one of its samples'. */
export function foreignNumbers(fileName: string, orderNo: string, sampleNumbers: readonly string[]): string[] {
  const own = new Set([orderNo, ...sampleNumbers])
  const foreign = [...fileName.toUpperCase().matchAll(NUMBER)].flatMap(([, number = '', sample = '']) =>
    own.has(number) || own.has(number + sample) ? [] : [number + sample],
  )
  return [...new Set(foreign)]
}
