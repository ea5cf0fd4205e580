"""A verifier of audit packs by somebody who has read README.md and nothing else: python3, no packages.
Usage: stranger.py PACK KEY. Exits 0, or 1 with what is wrong."""
import base64, csv, hashlib, io, json, sys, zipfile
from decimal import Decimal

# Ed25519 (RFC 8032), verification only.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
I = pow(2, (P - 1) // 4, P)

def recover(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P: x = x * I % P
    if y >= P or (x * x - square) % P or (x == 0 and sign): raise ValueError('no point')
    return P - x if x & 1 != sign else x

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)

def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1: q = add(q, p)
        p, n = add(p, p), n >> 1
    return q

def point(data):
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & (2**255 - 1)
    x = recover(y, sign)
    return (x, y, 1, x * y % P)

def signed(public, message, signature):
    base_y = 4 * pow(5, P - 2, P) % P
    base_x = recover(base_y, 0)
    s = int.from_bytes(signature[32:], 'little')
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), 'little') % L
    p, q = times(s, (base_x, base_y, 1, base_x * base_y % P)), add(point(signature[:32]), times(h, point(public)))
    return s < L and (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0

def must(holds, what):
    if not holds:
        print(what)
        sys.exit(1)

def opened(note, key, name):
    origin, key_id, encoded = key.split('+', 2)
    public = base64.b64decode(encoded)[1:]
    text, _, lines = note.rpartition('\n\n')
    signatures = [line.split(' ') for line in lines.rstrip('\n').split('\n')]
    ours = [base64.b64decode(value) for dash, signer, value in signatures if dash == '—' and signer == origin]
    data = next((data for data in ours if data[:4].hex() == key_id), None)
    must(data, name + ': signed by somebody else')
    must(data[:4] == hashlib.sha256((origin + '\n').encode() + b'\1' + public).digest()[:4], 'the key is none')
    must(signed(public, (text + '\n').encode(), data[4:]), name + ': the signature is wrong')
    return text.split('\n')

def node(left, right): return hashlib.sha256(b'\1' + left + right).digest()

def root(frontier):
    if not frontier: return hashlib.sha256(b'').digest()
    value = frontier[-1]
    for left in reversed(frontier[:-1]): value = node(left, value)
    return value

def main(file, key):
    pack = zipfile.ZipFile(file)
    read = lambda name: pack.read(name)
    manifest = json.loads(read('manifest.json'))
    origin = 'vestry/' + manifest['network']
    must(key.split('+')[0] == origin, 'the key is of another network')
    note = opened(read('manifest.note').decode(), key, 'manifest.note')
    must(note == [origin + '/pack', hashlib.sha256(read('manifest.json')).hexdigest()], 'manifest.json: not the one that was signed')
    for listed in manifest['files']:
        must(hashlib.sha256(read(listed['name'])).hexdigest() == listed['sha256'], listed['name'] + ': not the file that is listed')
    must(sorted(pack.namelist()) == sorted([f['name'] for f in manifest['files']] + ['manifest.json', 'manifest.note']), 'other files than listed')
    heads = {}
    for end in ('opening', 'closing'):
        named, size, value = opened(read('checkpoint-%s.txt' % end).decode(), key, 'checkpoint-%s.txt' % end)
        must(named == origin and int(size) == manifest[end]['size'], 'checkpoint-%s.txt: another head' % end)
        heads[end] = (int(size), base64.b64decode(value))
    size, frontier = heads['opening'][0], [base64.b64decode(text) for text in json.loads(read('proof.json'))['frontier']]
    must(len(frontier) == bin(size).count('1') and root(frontier) == heads['opening'][1], 'proof.json: not the opening head')
    for line in read('events.jsonl').split(b'\n')[:-1]:
        value, rest = hashlib.sha256(b'\0' + line).digest(), size
        while rest & 1: value, rest = node(frontier.pop(), value), rest >> 1
        frontier.append(value)
        size += 1
    must((size, root(frontier)) == heads['closing'], 'events.jsonl: does not lead to the closing head')
    rows = lambda name: list(csv.DictReader(io.StringIO(read(name).decode('utf-8-sig'))))
    figures = ('assessed', 'collected', 'outstanding', 'unapplied')
    sums = {}
    for row in rows('control.csv'):
        if row['line'] == 'closing':
            must([sums[row['program']][f] for f in figures] == [Decimal(row[f]) for f in figures], 'control.csv: %s does not add up' % row['program'])
        program = sums.setdefault(row['program'], dict.fromkeys(figures, Decimal(0)))
        for f in figures: program[f] += Decimal(row[f])
    for end in ('opening', 'closing'):
        whole, bills = rows(end + '/figures.csv')[-1], rows(end + '/bills.csv')
        for column, figure in (('collected', 'collected'), ('balance', 'outstanding'), ('unapplied', 'unapplied')):
            must(sum((Decimal(bill[column]) for bill in bills), Decimal(0)) == Decimal(whole[figure]), end + '/figures.csv: another ' + figure)
    print('proved')

main(sys.argv[1], sys.argv[2])
