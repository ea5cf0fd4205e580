import { describe, expect, it } from 'vitest'
import { DomainError } from '../../kernel/errors.ts'
import { readStatement } from './read-statement.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readStatement(bytes(text))
const short = (text: string) =>
  read(text).lines.map(({ bookedOn, amount, text: memo, counterparty, bankId }) => [bookedOn, amount, memo, counterparty, bankId])

const SGML = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>778899<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260331120000.000[-5:EST]<TRNAMT>240.00<FITID>A1<NAME>GRACE &amp; PEACE<MEMO>WAV988G4</STMTTRN>
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20260401
<TRNAMT>-12.5
<FITID>A2
<NAME>BANK FEE
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260231<TRNAMT>1.00<FITID>A3<NAME>NO SUCH DAY</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1000.25<DTASOF>20260401</LEDGERBAL><AVAILBAL><BALAMT>1.00</AVAILBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const OFX2 = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><CREDITCARDMSGSRSV1><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>4</ACCTID></CCACCTFROM>
<STMTTRN><DTPOSTED>20260402</DTPOSTED><TRNAMT>5.00</TRNAMT><FITID>B1</FITID><NAME><![CDATA[Tea & <Co>]]></NAME></STMTTRN></CCSTMTRS></CREDITCARDMSGSRSV1></OFX>`
const camt = (body: string, version = '02') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>
<Acct><Id><Othr><Id>99</Id></Othr></Id><Ccy>USD</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">80.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>${body}</Stmt></BkToCstmrStmt></Document>`
const entry = (more: string) => `<Ntry><Amt Ccy="USD">90.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<BookgDt><Dt>2026-03-31</Dt></BookgDt>
<AcctSvcrRef>R7</AcctSvcrRef><NtryDtls><TxDtls><RltdPties>`
const OLD = camt(
  `${entry('<Sts>BOOK</Sts>')}<Dbtr><Nm>Ana &amp; Bo</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Dues</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
)
const NEW = camt(
  `${entry('<Sts><Cd>BOOK</Cd></Sts>')}<Dbtr><Pty><Nm>Ana</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry><Ntry><Sts><Cd>PDNG</Cd></Sts></Ntry>`,
  '08',
)
const BAI = `01,B,C,260331,1200,1,80,1,2/
02,C,B,1,260331,1200,USD,2/
03,5566,USD,010,+5000,,,015,30000,,/
16,142,24000,V,260331,,BANKREF,,ACH GRACE CHURCH, WAV988G4
88, SECOND LINE/
16,475,-1000,Z,,,CHECK 12/
16,475,1000,S,1,2,3,,,CHECK 13/
16,999,1,,,,ODD/
49,1,5/
98,1,1,6/
99,1,1,8/`
const MT = `{1:F01BANKUS33}{4:
:20:START
:25:12345
:28C:1/1
:60F:C260331USD100,00
:61:2601021231CR240,00NTRFNONREF//8951
:86:166?00TRANSFER?20Dues WAV?21988G4?32GRACE CHURCH
:61:260401D5,NMSCFEE
plain words
:86:Monthly fee
of the bank
:62F:C260401USD335,00
-}`

describe('readers of bank statements', () => {
  it('reads OFX 1 with open tags, and reports a day that does not exist', () => {
    const { format, accounts, closingBalance, unreadable } = read(SGML)
    expect({ format, accounts, closingBalance, unreadable }).toEqual({
      ...{ format: 'ofx', accounts: ['778899'], closingBalance: 100_025 },
      unreadable: [{ line: 13, error: 'The date is missing or wrong.' }],
    })
    expect(short(SGML)).toEqual([
      ['2026-03-31', 24_000, 'GRACE & PEACE WAV988G4', 'GRACE & PEACE', 'A1'],
      ['2026-04-01', -1250, 'BANK FEE', 'BANK FEE', 'A2'],
    ])
  })

  it('reads OFX 2 of a card', () => {
    expect(short(OFX2)).toEqual([['2026-04-02', 500, 'Tea & <Co>', 'Tea & <Co>', 'B1']])
  })

  it('reads CAMT.053 of versions 2 and 8, and leaves pending entries out', () => {
    expect(short(OLD)).toEqual([['2026-03-31', 9000, 'Dues', 'Ana & Bo', 'R7']])
    expect(read(OLD)).toMatchObject({ format: 'camt.053', accounts: ['99'], openingBalance: -1000, closingBalance: 8000 })
    expect(read(NEW)).toMatchObject({ lines: [{ n: 1, counterparty: 'Ana' }], unreadable: [{ line: 2 }] })
  })

  it('reads BAI2 with continuations and all kinds of funds', () => {
    expect(read(BAI)).toMatchObject({ format: 'bai2', accounts: ['5566'], openingBalance: 5000, closingBalance: 30_000 })
    expect(short(BAI).map((line) => line.slice(0, 3))).toEqual([
      ['2026-03-31', 24_000, 'ACH GRACE CHURCH, WAV988G4 SECOND LINE BANKREF'],
      ['2026-03-31', 1000, 'CHECK 12'],
      ['2026-03-31', -1000, 'CHECK 13'],
    ])
    expect(read(BAI).unreadable).toEqual([{ line: 8, error: 'The type of the transaction is unknown.' }])
  })

  it('reads MT940 with German and with plain explanations', () => {
    expect(read(MT)).toMatchObject({ format: 'mt940', accounts: ['12345'], openingBalance: 10_000, closingBalance: 33_500 })
    expect(short(MT)).toEqual([
      ['2025-12-31', 24_000, 'TRANSFER Dues WAV988G4', 'GRACE CHURCH', null],
      ['2026-04-01', -500, 'Monthly fee of the bank plain words FEE', null, null],
    ])
  })

  it('refuses other currencies and several accounts with a sentence', () => {
    expect(() => read(SGML.replace('USD', 'EUR'))).toThrow('The file has amounts in EUR. Only statements in US dollars can be imported.')
    expect(() => read(BAI.replace('49,1,5/', '49,1,5/\n03,7788,USD/'))).toThrow('more than one account')
    expect(() => read(MT.replaceAll('USD', 'GBP'))).toThrow('GBP')
    expect(() => read(OLD.replace('<Ccy>USD', '<Ccy>CHF'))).toThrow('CHF')
  })

  it('refuses XML that defines entities, or is nested too deeply', () => {
    expect(() => read(OLD.replace('<Document', '<!DOCTYPE d [<!ENTITY a "aaaa">]><Document'))).toThrow('defines XML of its own')
    expect(() => read(`<?xml version="1.0"?><Document>${'<a>'.repeat(5_000)}`)).toThrow(DomainError)
  })

  it('trusts no id that lines of different amounts share', () => {
    expect(read(SGML.replace('>A2', '>A1').replace('<FITID>A2', '<FITID>A1')).lines.map(({ bankId }) => bankId)).toEqual([null, null])
  })
})

describe('CSV files of banks', () => {
  it('finds the header below titles, signed amounts and the order of days', () => {
    const csv =
      'Account 1\nFrom,To\nPosting Date,Description,Amount,Balance\n03/31/2026,"Zelle payment from ANA, LEE",240.00,300\n04/02/2026,Fee,(5.00),295\n'
    expect(short(csv)).toEqual([
      ['2026-03-31', 24_000, 'Zelle payment from ANA, LEE', null, null],
      ['2026-04-02', -500, 'Fee', null, null],
    ])
    expect(read(csv)).toMatchObject({ columns: { date: 'Posting Date', amount: 'Amount', text: ['Description'] }, warnings: [] })
  })

  it('reads debit and credit columns, semicolons, decimal commas and days first', () => {
    expect(short('Date;Memo;Debit;Credit\n31/03/2026;Gift;;1.234,56\n02/04/2026;Rent;20,00;\n').map((line) => line.slice(0, 3))).toEqual([
      ['2026-03-31', 123_456, 'Gift'],
      ['2026-04-02', -2000, 'Rent'],
    ])
  })

  it('reads ambiguous days in the American order, and says so', () => {
    const { lines, warnings } = read('Date,Description,Amount\n02/03/2026,A,1.00\n')
    expect(lines[0]?.bookedOn).toBe('2026-02-03')
    expect(warnings).toEqual(['Dates such as 02/03/2026 were read as month, day, year.'])
  })

  it('guesses the columns of a file without titles', () => {
    const csv = '03/31/2026,-5.00,*,,COFFEE\n03/30/2026,1200.00,*,,DEPOSIT\n'
    expect(short(csv).map((line) => line.slice(0, 3))).toEqual([
      ['2026-03-31', -500, '* COFFEE'],
      ['2026-03-30', 120_000, '* DEPOSIT'],
    ])
    expect(read(csv).columns).toEqual({ date: 'Column 1', amount: 'Column 2', text: ['Column 3', 'Column 4', 'Column 5'] })
  })

  it('takes the direction from a column of its own if no amount has a sign', () => {
    expect(short('Date,Amount,Credit/Debit,Payee\n2026-03-31,5.00,DEBIT,Shop\n2026-03-31,7.00,CREDIT,Ana\n').map(([, amount]) => amount)).toEqual([
      -500, 700,
    ])
  })

  it('reads the columns that are named, and refuses a name that the file lacks', () => {
    const csv = 'Day,What,Sum\n04/02/2026,A,1.00\n'
    const columns = { date: 'Day', amount: 'Sum', text: ['What'], dayFirst: true }
    expect(readStatement(bytes(csv), { columns }).lines).toMatchObject([{ bookedOn: '2026-02-04', amount: 100, text: 'A' }])
    expect(() => readStatement(bytes(csv), { columns: { ...columns, amount: 'Betrag' } })).toThrow('no column "Betrag"')
  })

  it('reports absurd days and amounts by line, and reads the others', () => {
    const csv =
      'Date,Description,Amount\n2026-03-31,A,1.00\n0026-01-01,B,2.00\n2026-03-31,C,99999999999\n2026-03-31,D,x\n2026-03-31,E,1.005\n2026-03-31,F,0.00\n'
    expect(read(csv).unreadable.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7])
    expect(read(csv).lines).toHaveLength(1)
  })

  it('reads UTF-16 and Windows-1252', () => {
    const csv = 'Date,Description,Amount\n2026-03-31,José – “x”,1.00\n'
    expect(readStatement(Buffer.from(`\ufeff${csv}`, 'utf16le')).lines[0]?.text).toBe('José – “x”')
    const western = Buffer.from(csv.replace('–', '\u0096').replace('“x”', '\u0093x\u0094'), 'latin1')
    expect(readStatement(western).lines[0]?.text).toBe('José – “x”')
  })

  it('reads Venmo', () => {
    const csv = `Account Statement - (@church) ,,,,,,,,,
Account Activity,,,,,,,,,
,ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (fee)
,,,,,,,,,,"$5.00"
,"""334""",2026-03-31T18:11:05,Payment,Complete,WAV988G4 dues,Ana Lee,Church,+ $240.00,
,335,2026-04-01T18:11:05,Payment,Complete,Snacks,Church,Bo,"- $1,005.00",
,336,2026-04-01T18:11:05,Payment,Pending,x,Cy,Church,+ $1.00,
,,,,,,,,,,"In case of errors or questions, write to us"
`
    expect(read(csv)).toMatchObject({ format: 'venmo', unreadable: [{ line: 7, error: 'The payment is not complete: its status is Pending.' }] })
    expect(short(csv)).toEqual([
      ['2026-03-31', 24_000, 'WAV988G4 dues Payment Ana Lee', 'Ana Lee', '334'],
      ['2026-04-01', -100_500, 'Snacks Payment Bo', 'Bo', '335'],
    ])
  })

  it('reads PayPal, with the fee as a line of its own', () => {
    const csv =
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Note"\n"03/31/2026","10:00:00","PST","Ana Lee","Mobile Payment","Completed","USD","240.00","-7.50","232.50","9X","WAV988G4"\n'
    expect(read(csv).format).toBe('paypal')
    expect(short(csv)).toEqual([
      ['2026-03-31', 24_000, 'WAV988G4 Mobile Payment Ana Lee', 'Ana Lee', '9X'],
      ['2026-03-31', -750, 'Fee Ana Lee', 'Ana Lee', '9X fee'],
    ])
    expect(() => read(csv.replace('USD', 'CAD'))).toThrow('CAD')
  })

  it('reads Cash App', () => {
    const csv = `Transaction ID,Date,Transaction Type,Currency,Amount,Fee,Net Amount,Asset Type,Asset Price,Asset Amount,Status,Notes,Name of sender/receiver,Account
x1,2026-03-31 18:11:05 EST,Received P2P,USD,$20.00,$0,$20.00,,,,COMPLETE,Dues,Ana,Cash
`
    expect(read(csv).format).toBe('cash-app')
    expect(short(csv)).toEqual([['2026-03-31', 2000, 'Dues Received P2P Ana', 'Ana', 'x1']])
  })
})

describe('hostile files', () => {
  const samples = [SGML, OFX2, OLD, NEW, BAI, MT, 'Date,Description,Amount\n2026-03-31,A,1.00\n']
  /** A generator with a seed, so that a failure can be repeated. */
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }

  it('reads or refuses any bytes, and never fails otherwise', () => {
    const next = random(7)
    for (let round = 0; round < 3_000; round += 1) {
      const sample = bytes(samples[round % samples.length] ?? '')
      const wild = round % 10 === 0 ? Uint8Array.from({ length: 200 }, () => Math.floor(next() * 256)) : Uint8Array.from(sample)
      for (let i = 0; i < 1 + (round % 7); i += 1) {
        const at = Math.floor(next() * wild.length)
        if (next() < 0.3) wild.copyWithin(at, Math.floor(next() * wild.length), Math.floor(next() * wild.length))
        else wild[at] = next() < 0.5 ? '<>/:,";\n&[]!?-.0'.charCodeAt(Math.floor(next() * 16)) : Math.floor(next() * 256)
      }
      try {
        const { lines } = readStatement(wild)
        for (const { amount } of lines) expect(Number.isSafeInteger(amount)).toBe(true)
      } catch (error) {
        if (!(error instanceof DomainError)) throw new Error(`round ${round}: ${String(error)}`, { cause: error })
      }
    }
  })

  it('refuses files that are empty, no text, too large or too long', () => {
    expect(() => read(' \n')).toThrow('The file is empty.')
    expect(() => readStatement(Uint8Array.from([1, 0, 2]))).toThrow('not a text file')
    expect(() => readStatement(new Uint8Array(10_000_001))).toThrow('larger than 10 MB')
    expect(() => read(`Date,Description,Amount\n${'2026-03-31,A,1.00\n'.repeat(50_001)}`)).toThrow('more than 50,000 lines')
    expect(() => read('hello')).toThrow('no bank statement')
  })

  it('reads or refuses long repetitions without hanging', () => {
    const floods = [
      '<STMTTRN>',
      '<OFX><STMTRS><STMTTRN>',
      ' ',
      ',',
      '"',
      '16,142,1,,,,x/ ',
      ':61:',
      '&',
      '<',
      '<![CDATA[',
      '-',
      '1,',
      '\n:86:?',
      '(',
      '<a>',
      '/  ',
    ]
    for (const head of ['<OFX><STMTRS>', '01,B,C,260331,\n', ':20:\n:25:1\n', '<Document>', 'Date,Description,Amount\n']) {
      for (const flood of floods) {
        try {
          read(head + flood.repeat(Math.floor(100_000 / flood.length)))
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError)
        }
      }
    }
  })
})
