<?php
/** Calls of the specification as a municipality's application answers them, and its own login. What it holds lies in the cache. */
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Str;
use Illuminate\Validation\ValidationException;

const ENTI = [['Id' => 'borgosereno', 'Nome' => 'COMUNE DI BORGOSERENO', 'CodiceFiscale' => '80000015554', 'Categorie' => ['SF310', 'SF510']]];
const POSIZIONE = [
    'Id' => 'a0B000000000000001',
    'codice_utente' => 'RX-7001',
    'ente' => 'borgosereno',
    'sistema' => 'Rifiuti TARI',
    'intestatario' => 'Chiara Moretti',
    'ruolo' => 'persona_fisica',
    'idRappresentanza' => 'a0C000000000000001',
    'da_pagare_cent' => 9320,
];
const DOCUMENTO = [
    'Id' => 'a0D000000000000001',
    'numero' => 'RX-7001-01',
    'tipo' => 'TARI, acconto',
    'sistema' => 'Rifiuti TARI',
    'ente' => 'borgosereno',
    'data' => '2026-10-01',
    'scadenza' => '2026-12-31',
    'importo_cent' => 9320,
    'stato' => 'da_pagare',
    'iuv' => '77000000000000159',
    'numero_avviso' => '377000000000000159',
    'azioni' => ['riesame'],
    'pdf' => null,
];

/** @return array an event of a case, of now */
function evento(string $da, array $more): array
{
    return ['id' => Str::random(18), 'quando' => now()->toJSON(), 'da' => $da, 'allegati' => []] + $more;
}

/** @return array the case that both its id and its address name */
function praticaOf(Request $request): array
{
    $pratica = Cache::get('pratica:'.$request->input('id'));
    abort_unless($pratica && strcasecmp($pratica['email'], (string) $request->input('email')) === 0, 404);
    return $pratica;
}

/** @return array the files that a send names, as they were uploaded by this browser */
function filesOf(Request $request): array
{
    return array_map(function ($named) {
        $file = session('files.'.$named['Id']);
        throw_unless($file, ValidationException::withMessages(['filesAllegati' => 'The selected filesAllegati is invalid.']));
        return $file;
    }, $request->input('filesAllegati') ?? []);
}

Route::middleware('web')->group(function () {
    Route::get('sanctum/csrf-cookie', fn () => response()->noContent());
    Route::get('login/{taxCode}', function (Request $request, string $taxCode) {
        abort_unless(Auth::loginUsingId($taxCode), 404);
        $request->session()->regenerate();
        return redirect($request->query('ritorno', '/'));
    });
    Route::get('login', fn () => 'Accesso')->name('login');
    Route::get('logout', function (Request $request) {
        Auth::logout();
        $request->session()->invalidate();
        $request->session()->regenerateToken();
        return redirect($request->query('ritorno', '/'));
    });
});

Route::middleware('api')->prefix('api/v1')->group(function () {
    Route::get('generic/ente', fn () => ['data' => ENTI]);
    Route::get('generic/segnalazione/options', fn () => ['data' => [['codice' => 'SF310', 'etichetta' => 'Strade']]]);
    // An error of the application's own.
    Route::get('generic/sportello/enti/list', fn () => ['data' => array_column(null, 'Ente__c')]);

    Route::post('generic/segnalazione/otp', function (Request $request) {
        $request->validate(['email' => 'required|email']);
        if (!$request->filled('otp')) {
            session(['otp' => [$request->email, (string) random_int(100000, 999999)]]);
            Cache::forever('otp:'.$request->email, session('otp')[1]);
            return response()->json(['data' => 'Codice inviato'], 201);
        }
        if (session('otp') !== [$request->email, $request->otp])
            return response()->json(['message' => 'Codice non valido'], 422);
        session(['confirmed' => $request->email]);
        return ['data' => 'Codice valido'];
    })->middleware('throttle:30');

    Route::post('generic/documento/upload', function (Request $request) {
        $request->validate(['file' => 'required|file|mimes:pdf,jpg,png|max:10240']);
        $file = $request->file('file');
        $path = $file->store('allegati');
        $row = ['Id' => Str::random(18), 'nome' => $file->getClientOriginalName(), 'tipo' => $file->extension(), 'dimensione' => $file->getSize()];
        session(['files.'.$row['Id'] => $row]);
        return response()->json(['data' => $row, 'path' => $path], 201);
    });

    Route::post('generic/segnalazione/new', function (Request $request) {
        $fields = $request->validate([
            'ente' => 'required|in:borgosereno',
            'codice' => 'required',
            'oggetto' => 'required',
            'descrizione' => 'required',
            'email' => 'required|email',
            'privacy' => 'accepted',
            'protocollo_interno' => 'required_if:codice,SF510',
        ]);
        if (session('confirmed') !== $fields['email'])
            throw ValidationException::withMessages(['otp' => 'Conferma l’indirizzo e-mail con il codice.']);
        $id = Str::random(18);
        $opened = ['id' => $id, 'protocollo' => '2026/000001', 'stato' => 'inviata', 'inviata_il' => now()->toJSON(), 'termine_il' => now()->addDays(30)->toDateString()];
        $pratica = $opened + ['dati' => [], 'allegati' => filesOf($request), 'eventi' => [evento('sistema', ['tipo' => 'stato', 'stato' => 'inviata'])]] + $fields;
        Cache::forever("pratica:$id", $pratica);
        return response()->json(['data' => $opened + ['chat' => "/segnalazione/chat/{$fields['email']}/$id"]], 201);
    });

    Route::get('generic/segnalazione/detail', fn (Request $request) => ['data' => praticaOf($request)]);
    Route::post('generic/segnalazione/commento', function (Request $request) {
        $request->validate(['testo' => 'required']);
        $pratica = praticaOf($request);
        $evento = evento('cittadino', ['tipo' => 'messaggio', 'testo' => $request->testo]);
        $pratica['eventi'][] = $evento;
        Cache::forever('pratica:'.$pratica['id'], $pratica);
        return response()->json(['data' => $evento], 201);
    });

    Route::middleware('auth')->group(function () {
        Route::get('user', fn (Request $request) => ['data' => [
            'Id' => $request->user()->id,
            'Nome' => $request->user()->nome,
            'Cognome' => $request->user()->cognome,
            'CodiceFiscale' => $request->user()->id,
            'PersonEmail' => $request->user()->email,
            'Ruolo' => 'cittadino',
        ]]);
        Route::get('posizione/list', fn () => ['data' => [POSIZIONE]]);
        Route::get('posizione/documents/list/{id}/{codice}', function (string $id, string $codice) {
            abort_unless($id === POSIZIONE['Id'] && base64_decode($codice) === POSIZIONE['codice_utente'], 404);
            return ['data' => [DOCUMENTO]];
        });
    });

    // A receipt is a file behind a redirect; its page of an error is HTML.
    Route::get('payments/pagopa/ricevuta-redirect/{id}', fn (string $id) => redirect("/storage/ricevute/$id.pdf"));
});
Route::get('codes/{email}', fn (string $email) => ['data' => Cache::get("otp:$email")]);
Route::get('storage/ricevute/{name}', fn (string $name) => $name === 'pagata.pdf'
    ? response("%PDF-1.4\n", 200, ['Content-Type' => 'application/pdf'])
    : abort(404));
