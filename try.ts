import { openImportFile } from '#server/features/import/open.ts'
import { fileShape, findHeader, findDayOrder, refuseVideos, unusedColumns } from '#server/features/import/columns.ts'
import { rowReader } from '#server/features/import/row.ts'
for (const path of process.argv.slice(2)) {
  console.log('==', path)
  try {
    await using file = await openImportFile(path, {})
    const header = file.headers === null ? findHeader(file.sample) : null
    const headers = file.headers ?? header!.cells.map(c=>c.trim())
    const rows = file.sample.filter(({line})=>line>(header?.line??0))
    const shape = fileShape(headers)
    if (shape.name===null) refuseVideos(headers, shape, rows)
    const now=Date.UTC(2026,10,27)
    const read = rowReader(shape.columns,{platform:'youtube',source:'x',fetchedAt:now},{now,dayOrder:findDayOrder(shape,rows)},(l,f,c)=>console.log('  unclear',l,f,c))
    let n=0
    await file.read({record:(c,l)=>{ const o=read(c,l); if(n++<6) console.log('  ',l,'row' in o? [o.row.name,o.row.platformId,o.row.handle,o.row.url,o.row.subscribers,o.row.country,o.row.contacts?.addresses.join(' '),o.contactProblem].map(x=>x??'-').join(' | '):o.problem)},broken:(p,l)=>console.log('   broken',l,p)},header?.line??1,async()=>{})
    console.log('  rows',n,'unused',JSON.stringify(unusedColumns(headers,shape.columns,rows,now)).slice(0,600))
  } catch (e) { console.log('  refused:', (e as Error).message) }
}
