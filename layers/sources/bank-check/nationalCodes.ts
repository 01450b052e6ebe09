/**
 * Banks by the codes in the IBANs of countries whose central banks publish no package: after the registry of schwifty (Czechia in 2025, Poland in 2026,
 * Portugal, Slovakia and Estonia some years earlier, without banks that have closed since), and the codes that banks of Lithuania and the United Arab Emirates
 * have in their own IBANs. None of the lists is complete.
 */
const lists: Readonly<Record<string, string>> = {
  AE: `003 ADCBAEAA Abu Dhabi Commercial Bank
    020 BBMEAEAD HSBC Bank Middle East
    023 CBDUAEAD Commercial Bank of Dubai
    024 DUIBAEAD Dubai Islamic Bank
    026 EBILAEAD Emirates NBD Bank
    033 BOMLAEAD Mashreq Bank
    034 MEBLAEAD Emirates Islamic Bank
    035 NBADAEAA First Abu Dhabi Bank
    040 NRAKAEAK RAKBANK (National Bank of Ras Al Khaimah)
    041 NBSHAEAS Sharjah Islamic Bank
    050 ABDIAEAD Abu Dhabi Islamic Bank
    086 WIOBAEAD Wio Bank`,
  CZ: `0100 KOMBCZPP Komerční banka
    0300 CEKOCZPP Československá obchodní banka (ČSOB)
    0600 AGBACZPP MONETA Money Bank
    0710 CNBACZPP Česká národní banka
    0800 GIBACZPX Česká spořitelna
    2010 FIOBCZPP Fio banka
    2060 CITFCZPP Citfin, spořitelní družstvo
    2070 MPUBCZPP TRINITY BANK
    2220 ARTTCZPP Artesa, spořitelní družstvo
    2250 CTASCZ22 Banka CREDITAS
    2600 CITICZPX Citibank Europe, Czech branch
    2700 BACXCZPP UniCredit Bank Czech Republic and Slovakia
    3030 AIRACZPP Air Bank
    3050 BPPFCZP1 BNP Paribas Personal Finance, Czech branch
    3060 BPKOCZPP PKO BP, Czech branch
    3500 INGBCZPP ING Bank, Czech branch
    4300 NROZCZPP Národní rozvojová banka
    5500 RZBCCZPP Raiffeisenbank
    5800 JTBPCZPP J&T BANKA
    6000 PMBPCZPP PPF banka
    6200 COBACZPX Commerzbank, Prague branch
    6210 BREXCZPP mBank, Czech branch
    6300 GEBACZPP BNP Paribas, Czech branch
    6363 - Partners Banka
    6700 SUBACZPP Všeobecná úverová banka, Prague branch
    7910 DEUTCZPX Deutsche Bank, Prague branch
    7950 - Raiffeisen stavební spořitelna
    7960 - ČSOB Stavební spořitelna
    7970 - MONETA Stavební Spořitelna
    7990 - Modrá pyramida stavební spořitelna
    8030 GENOCZ21 Volksbank Raiffeisenbank Nordoberpfalz, Cheb branch
    8040 OBKLCZ2X Oberbank, Czech branch
    8060 - Stavební spořitelna České spořitelny
    8090 CZEECZPP Česká exportní banka
    8150 MIDLCZPP HSBC Continental Europe, Czech branch
    8250 BKCHCZPP Bank of China (CEE), Prague branch
    8255 COMMCZPP Bank of Communications, Prague branch
    8265 ICBKCZPP Industrial and Commercial Bank of China, Prague branch
    8500 - Multitude Bank`,
  EE: `10 EEUHEE2X SEB Pank
    12 PARXEE22 Citadele banka, Estonian branch
    16 EPBEEE2X Eesti Pank
    17 RIKOEE22 Luminor Bank
    22 HABAEE2X Swedbank
    42 EKRDEE22 Coop Pank
    75 BIGKEE2B Bigbank
    77 LHVBEE22 LHV Pank
    88 UNCREE22 Wallester
    96 RIKOEE22 Luminor Bank`,
  LT: `21400 AGBLLT2X Luminor Bank
    32500 REVOLT21 Revolut Bank
    35000 EVIULT2V Paysera LT
    40100 AGBLLT2X Luminor Bank
    70440 CBVILT2X SEB bankas
    71800 CBSBLT26 Šiaulių bankas (Artea)
    72900 INDULT2X Citadele banka, Lithuanian branch
    73000 HABALT22 Swedbank`,
  PL: `101 NBPLPLPW Narodowy Bank Polski
    102 BPKOPLPW PKO Bank Polski
    10205646 - PKO Bank Hipoteczny
    103 CITIPLPX Bank Handlowy w Warszawie (Citi Handlowy)
    105 INGBPLPW ING Bank Śląski
    106 ALBPPLPW Alior Bank
    10600005 BPHKPLPK Bank BPH
    109 WBKPPLPP Erste Bank Polska (until 2026 Santander Bank Polska)
    113 GOSKPLPW Bank Gospodarstwa Krajowego
    114 BREXPLPW mBank
    116 BIGBPLPW Bank Millennium
    124 PKOPPLPW Bank Pekao (Bank Polska Kasa Opieki)
    12400102 PKOPPLPW Pekao Bank Hipoteczny
    128 HSBCPLPW HSBC Continental Europe, Polish branch
    130 ALBPPLPW Alior Bank
    132 POCZPLP4 Bank Pocztowy
    137 MHBFPLPW DNB Bank Polska
    144 BPKOPLPW PKO Bank Polski
    146 GBGCPLPK VeloBank
    147 BIGBPLPW Bank Millennium
    150 WBKPPLPP Erste Bank Polska (until 2026 Santander Bank Polska)
    154 EBOSPLPW Bank Ochrony Środowiska
    156 GBGCPLPK VeloBank
    160 PPABPLPK BNP Paribas Bank Polska
    161 GBWCPLPP SGB-Bank
    168 IVSEPLPP PLUS BANK
    171 ALBPPLPW Alior Bank
    175 PPABPLPK BNP Paribas Bank Polska
    184 SOGEPLPW Société Générale, Polish branch
    187 NESBPLPW Nest Bank
    188 DEUTPLPX Deutsche Bank Polska
    189 HYVEPLP2 Pekao Bank Hipoteczny
    191 WBKPPLPP Erste Bank Polska (until 2026 Santander Bank Polska)
    193 POLUPLPR Bank Polskiej Spółdzielczości
    194 AGRIPLPR Credit Agricole Bank Polska
    195 PKOPPLPW Bank Pekao (Bank Polska Kasa Opieki)
    196 - Santander Consumer Bank
    200 PPABPLPK BNP Paribas Bank Polska
    203 PPABPLPK BNP Paribas Bank Polska
    212 SCFBPLPW Santander Consumer Bank
    213 - Volkswagen Bank, Polish branch
    214 FBPLPLPW CA Auto Bank, Polish branch
    215 RHBHPLPW mBank Hipoteczny
    216 TOBAPLPW Toyota Bank Polska
    219 MHBFPLPW DNB Bank Polska
    227 PPABPLPK BNP Paribas Bank Polska
    229 GBGCPLPK VeloBank
    234 PPABPLPK BNP Paribas Bank Polska
    235 BNPAPLPX BNP Paribas, Polish branch
    236 DABAPLPW Danske Bank, Polish branch
    237 ESSEPLPW SEB, Polish branch
    239 CAIXPLPW CaixaBank, Polish branch
    247 ESSIPLPX Haitong Bank, Polish branch
    248 GBGCPLPK VeloBank
    249 ALBPPLPW Alior Bank
    253 NESBPLPW Nest Bank
    254 - Citibank Europe, Polish branch
    255 - Ikano Bank, Polish branch
    256 - Nordea Bank, Polish branch
    258 - J.P. Morgan, Polish branch
    260 - Bank of China (Europe), Polish branch
    262 ICBKPLPW Industrial and Commercial Bank of China (Europe), Polish branch
    266 BCITPLPW Intesa Sanpaolo, Polish branch
    269 BPKHPLPG PKO Bank Hipoteczny
    270 - TF Bank, Polish branch
    272 - Inbank, Polish branch
    273 PCBCPLPW China Construction Bank (Europe), Polish branch
    278 - ING Bank Hipoteczny
    279 RCBWPLPW Raiffeisen Bank International, Polish branch
    281 - Goldman Sachs Bank Europe, Polish branch
    285 - BFF Bank, Polish branch
    287 POLUPLPR Bank Nowy
    290 - Millennium Bank Hipoteczny
    291 BMPBPLPP UniCredit, Polish branch
    293 GBGCPLPK VeloBank
    297 IBKOPLPW IBK Bank Polska
    298 - Trade Republic Bank, Polish branch`,
  PT: `0007 BESCPTPL Novo Banco
    0010 BBPIPTPL Banco BPI
    0018 TOTAPTPL Banco Santander Totta
    0019 BBVAPTPL BBVA, Portuguese branch
    0023 ACTVPTPL ActivoBank
    0033 BCOMPTPL Banco Comercial Português (Millennium bcp)
    0035 CGDIPTPL Caixa Geral de Depósitos
    0036 MPIOPTPL Banco Montepio (Caixa Económica Montepio Geral)
    0045 CCCMPTPL Caixa Central de Crédito Agrícola Mútuo
    0079 BPNPPTPL EuroBic (Banco BIC Português, of Abanca since 2024)
    0189 BAPAPTPL Banco Atlântico Europa
    0193 CTTVPTPL Banco CTT
    0269 BKBKPTPL Bankinter, Portuguese branch`,
  SK: `0200 SUBASKBX Všeobecná úverová banka (VÚB)
    0720 NBSBSKBX Národná banka Slovenska
    0900 GIBASKBX Slovenská sporiteľňa
    1100 TATRSKBX Tatra banka
    1111 UNCRSKBX UniCredit Bank Czech Republic and Slovakia, Slovak branch
    3000 SLZBSKBA Slovenská záručná a rozvojová banka
    5600 KOMASK2X Prima banka Slovensko
    5900 PRVASKBA Prvá stavebná sporiteľňa
    6500 POBNSKBA 365.bank (until 2021 Poštová banka)
    7300 INGBSKBX ING Bank, Slovak branch
    7500 CEKOSKBX Československá obchodná banka (ČSOB)
    8050 COBASKBX Commerzbank, Bratislava branch
    8100 KOMBSKBA Komerční banka, Slovak branch
    8130 CITISKBA Citibank Europe, Slovak branch
    8180 SPSRSKBA Štátna pokladnica
    8320 JTBPSKBA J&T BANKA, Slovak branch
    8330 FIOZSKBA Fio banka, Slovak branch
    8360 BREXSKBX mBank, Slovak branch
    8370 OBKLSKBA Oberbank, Slovak branch
    8420 BFKKSKBB BKS Bank, Slovak branch
    8430 KODBSKBX KDB Bank Europe, Slovak branch`,
}

export interface NationalBank {
  readonly name: string
  readonly bic: string | null
}

const banks: ReadonlyMap<string, ReadonlyMap<string, NationalBank>> = new Map(
  Object.entries(lists).map(([country, list]) => [
    country,
    new Map(
      list.split("\n").map((line): readonly [string, NationalBank] => {
        const [code = "", bic = "-", ...name] = line.trim().split(" ")
        return [code, { name: name.join(" "), bic: bic === "-" ? null : bic }]
      }),
    ),
  ]),
)

/** The bank with the longest code that the account begins with: Poland gives numbers of three digits to banks, and longer ones to some of their own. */
export const nationalBank = (country: string, account: string): NationalBank | undefined => {
  const listed = banks.get(country) ?? new Map<string, NationalBank>()
  const lengths = [8, 7, 6, 5, 4, 3, 2]
  return lengths.map((length) => listed.get(account.slice(0, length))).find((bank) => bank !== undefined)
}
