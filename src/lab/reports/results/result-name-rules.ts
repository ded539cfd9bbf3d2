// Which files can be results, and which sample the name of a file belongs to. The browser checks before sending; the server decides.

/** Allowed endings by kind. Others are refused, so that no program or web page is delivered as data. */
const resultEndings = [
  // Text and tables
  'xy xye dat csv txt asc prn tsv jdx dx jcamp log rpt json',
  // Documents and pictures
  'pdf doc docx xls xlsx ppt pptx png jpg jpeg tif tiff bmp gif webp',
  // Archives of raw data
  'zip 7z rar gz tar',
  // Diffraction and crystallography
  'raw brml xrdml ras rasx uxd cpi udf mdi chi gsa gsas fxye cif gpx hkl ins res',
  // Spectroscopy: XPS, IR, Raman, UV-Vis, EPR
  'vms npl xdi xmu spe kal avg spc sp spa 0 1 wdf spd opus dta dsc',
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

/** MIME types of programs, detected from the bytes. */
const program =
  /^application\/(x-msdownload|x-elf|x-mach-binary|vnd\.microsoft\.portable-executable|x-sh|java-vm|vnd\.android\.package-archive|x-msi|wasm)$/

/** `mime` is detected from the bytes; the browser checks the name only. */
export function isResultKind(name: string, mime = ''): boolean {
  return allowed.has(/\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '') && !program.test(mime)
}

/** The number of an order or sample within a name; the two digits of the sample may follow a dash or space. */
const NUMBER = /(?<![A-Z0-9])(MX\d{11,15})(?:[-_ ]?(\d{2})(?!\d))?/g

/** Numbers in a file's name that belong to another order or sample. */
export function foreignNumbers(fileName: string, orderNo: string, sampleNumbers: readonly string[]): string[] {
  const own = new Set([orderNo, ...sampleNumbers])
  const foreign = [...fileName.toUpperCase().matchAll(NUMBER)].flatMap(([, number = '', sample = '']) =>
    own.has(number) || own.has(number + sample) ? [] : [number + sample],
  )
  return [...new Set(foreign)]
}
