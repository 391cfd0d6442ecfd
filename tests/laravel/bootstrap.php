<?php
/**
 * A Laravel application as a municipality has one, behind `php -S`: what a new one says in its folders `config`, `bootstrap` and
 * `app/Http`, in one file. Its state lies in LARAVEL_HOME.
 */
use Illuminate\Auth\GenericUser;
use Illuminate\Config\Repository;
use Illuminate\Contracts\Auth\Authenticatable;
use Illuminate\Contracts\Auth\UserProvider;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Cookie\Middleware\AddQueuedCookiesToResponse;
use Illuminate\Cookie\Middleware\EncryptCookies;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Foundation\Http\Middleware as Http;
use Illuminate\Http\Middleware\TrustProxies;
use Illuminate\Http\Request;
use Illuminate\Pipeline\Pipeline;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Lang;
use Illuminate\Support\Str;

require_once 'Illuminate/autoload.php';

const CITIZENS = [
    'MRTCHR83B54Z999P' => ['nome' => 'Chiara', 'cognome' => 'Moretti', 'email' => 'chiara.moretti@posta.example'],
    'SLADVD69L07Z999F' => ['nome' => 'Davide', 'cognome' => 'Sala', 'email' => 'davide.sala@posta.example'],
];

/** What Sanctum does, of which Debian has no package: a request from a page of the application has session, cookies and token. */
class EnsureFrontendRequestsAreStateful
{
    public function handle(Request $request, Closure $next)
    {
        $from = preg_replace('#^https?://#', '', $request->headers->get('referer') ?: $request->headers->get('origin') ?: '');
        $isStateful = Str::is(array_map(fn ($host) => "$host/*", config('sanctum.stateful')), Str::finish($from, '/'));
        $through = $isStateful ? WebKernel::STATEFUL : [];
        return (new Pipeline(app()))->send($request)->through($through)->then(fn ($request) => $next($request));
    }
}

class WebKernel extends Kernel
{
    const STATEFUL = [EncryptCookies::class, AddQueuedCookiesToResponse::class, StartSession::class, Http\VerifyCsrfToken::class];

    protected $bootstrappers = [
        Bootstrap\HandleExceptions::class,
        Bootstrap\RegisterFacades::class,
        Bootstrap\RegisterProviders::class,
        Bootstrap\BootProviders::class,
    ];
    protected $middleware = [
        TrustProxies::class,
        Http\ValidatePostSize::class,
        Http\TrimStrings::class,
        Http\ConvertEmptyStringsToNull::class,
    ];
    protected $middlewareGroups = ['web' => self::STATEFUL, 'api' => [EnsureFrontendRequestsAreStateful::class]];
    protected $routeMiddleware = [
        'auth' => Illuminate\Auth\Middleware\Authenticate::class,
        'throttle' => Illuminate\Routing\Middleware\ThrottleRequests::class,
    ];
}

/** The people whom the municipality's own login knows, by tax code; they have no passwords. */
class CitizenProvider implements UserProvider
{
    public function retrieveById($id)
    {
        return isset(CITIZENS[$id]) ? new GenericUser(['id' => $id, 'remember_token' => ''] + CITIZENS[$id]) : null;
    }

    public function retrieveByToken($id, $token)
    {
        return null;
    }

    public function updateRememberToken(Authenticatable $user, $token)
    {
    }

    public function retrieveByCredentials(array $credentials)
    {
        return null;
    }

    public function validateCredentials(Authenticatable $user, array $credentials)
    {
        return false;
    }
}

$home = getenv('LARAVEL_HOME');
$app = new Application($home);
$app->detectEnvironment(fn () => 'production');
$app->singleton(Illuminate\Contracts\Http\Kernel::class, WebKernel::class);
$app->singleton(ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);
$app->instance('config', new Repository([
    'app' => [
        'name' => 'Servizi interni',
        'env' => 'production',
        'debug' => false,
        'key' => getenv('LARAVEL_KEY'),
        'cipher' => 'AES-256-CBC',
        'locale' => 'en',
        'fallback_locale' => 'en',
        'providers' => [
            Illuminate\Auth\AuthServiceProvider::class,
            Illuminate\Cache\CacheServiceProvider::class,
            Illuminate\Cookie\CookieServiceProvider::class,
            Illuminate\Encryption\EncryptionServiceProvider::class,
            Illuminate\Filesystem\FilesystemServiceProvider::class,
            Illuminate\Foundation\Providers\FoundationServiceProvider::class,
            Illuminate\Session\SessionServiceProvider::class,
            Illuminate\Translation\TranslationServiceProvider::class,
            Illuminate\Validation\ValidationServiceProvider::class,
            Illuminate\View\ViewServiceProvider::class,
        ],
    ],
    'auth' => [
        'defaults' => ['guard' => 'web'],
        'guards' => ['web' => ['driver' => 'session', 'provider' => 'citizens']],
        'providers' => ['citizens' => ['driver' => 'citizens']],
    ],
    'cache' => ['default' => 'file', 'prefix' => 'app', 'stores' => ['file' => ['driver' => 'file', 'path' => "$home/cache"]]],
    'filesystems' => ['default' => 'local', 'disks' => ['local' => ['driver' => 'local', 'root' => "$home/files"]]],
    'logging' => [
        'default' => 'single',
        'channels' => ['single' => ['driver' => 'single', 'path' => "$home/laravel.log"], 'null' => ['driver' => 'monolog', 'handler' => Monolog\Handler\NullHandler::class]],
    ],
    'sanctum' => ['stateful' => explode(',', getenv('SANCTUM_STATEFUL_DOMAINS'))],
    'session' => [
        'driver' => 'file',
        'files' => "$home/sessions",
        'lifetime' => 120,
        'lottery' => [0, 100],
        'cookie' => 'laravel_session',
        'path' => '/',
        'domain' => null,
        'secure' => null,
        'expire_on_close' => false,
        'encrypt' => false,
        'http_only' => true,
        'same_site' => 'lax',
    ],
    'trustedproxy' => ['proxies' => '*'],
    'view' => ['paths' => [], 'compiled' => "$home/views"],
]));
date_default_timezone_set('UTC');

$app->booted(function () {
    Auth::provider('citizens', fn () => new CitizenProvider());
    // The words of Laravel's own file of translations, which its package leaves to the application.
    Lang::addLines([
        'validation.required' => 'The :attribute field is required.',
        'validation.required_if' => 'The :attribute field is required when :other is :value.',
        'validation.email' => 'The :attribute must be a valid email address.',
        'validation.in' => 'The selected :attribute is invalid.',
        'validation.accepted' => 'The :attribute must be accepted.',
        'validation.mimes' => 'The :attribute must be a file of type: :values.',
        'validation.max.file' => 'The :attribute must not be greater than :max kilobytes.',
    ], 'en');
    require __DIR__.'/routes.php';
});

// The router of `php -S` leaves the path of the request here.
$_SERVER['SCRIPT_NAME'] = '/index.php';
$kernel = $app->make(Illuminate\Contracts\Http\Kernel::class);
$request = Request::capture();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
